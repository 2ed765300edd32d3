export { makeCertificate } from "@stampbook/edge/testing";
