import { NothingHere } from "../features/frame/nothing-here.tsx";

export default function NotFound() {
  return (
    <main style={{ padding: 32 }}>
      <NothingHere />
    </main>
  );
}
