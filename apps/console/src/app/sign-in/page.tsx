import type { Metadata } from "next";
import { SignIn } from "../../features/session/sign-in.tsx";

export const metadata: Metadata = { title: "Sign in" };

type PageProps = { searchParams: Promise<{ next?: string | string[] }> };

export default async function Page({ searchParams }: PageProps) {
  const { next } = await searchParams;
  return <SignIn next={typeof next === "string" ? next : "/till"} />;
}
