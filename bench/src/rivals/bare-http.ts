import { serve } from "./http.ts";

// Node's own server, which answers what it was sent.

serve((_request, body) => ({ status: 200, body }));
