import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Broken, exempt, judge } from "./exempt.ts";
import { explainAll, readCatalog } from "./explain.ts";
import { namedStatements, unreached } from "./named.ts";
import { openOffice } from "./office.ts";
import { openTour, procedures, type Tour } from "./open-tour.ts";
import { faultsOf } from "./rules.ts";
import { tourCommands, tourHousekeeping } from "./tour-background.ts";
import { tourLists, tourOperations, tourReturn, tourTill, tourVoid } from "./tour-pos.ts";
import { tourChanges, tourDevices, tourMembers, tourSettings } from "./tour-settings.ts";
import { tourBookings, tourCatalogue, tourCustomers, tourRedemptions } from "./tour-staff.ts";

/** Operations that always answer with an error and run no statement. */
const alwaysFail = ["diagnostics.error400", "diagnostics.error500"];

describe("the statements of the product", () => {
  let tour: Tour;
  beforeAll(async () => {
    tour = await openTour();
    await tourOperations(tour);
    await tourTill(tour);
    await tourVoid(tour);
    await tourReturn(tour);
    await tourLists(tour);
    const office = await openOffice(tour);
    for (const part of [tourCustomers, tourRedemptions, tourBookings, tourCatalogue])
      await part(tour, office);
    for (const part of [tourSettings, tourMembers, tourDevices, tourChanges, tourCommands])
      await part(tour, office);
    await tourHousekeeping(tour);
  });
  afterAll(() => tour?.close());

  it("are run by every procedure, each called with success", () => {
    const failing = [...procedures.keys()].filter((name) => !tour.called.has(name));
    expect(failing.sort()).toEqual(alwaysFail);
  });

  it("are reached by the tour, or listed", () => {
    const run = new Set(tour.names.values());
    const missing = namedStatements().filter((name) => !run.has(name));
    expect(missing.sort()).toEqual(unreached);
  });

  it("follow the rules for tables that are distributed by merchant, or are exempt", async () => {
    const catalog = await readCatalog(tour.url);
    const broken: Broken[] = (await explainAll(tour.url, tour.texts)).flatMap((explained) => {
      const statement = tour.names.get(explained.text) ?? explained.text;
      return faultsOf(explained, catalog).map((fault) => ({ ...fault, statement }));
    });
    expect(judge(broken, exempt)).toEqual({ faults: [], idle: [] });
  });
});
