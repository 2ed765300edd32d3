import { serve } from "./http.ts";

// Node's own server, which echoes the request.

serve((_request, body) => ({ status: 200, body }));
