// Rules for the rooms of packages/core. A room is the folder of a topic, in a group of rooms. The rules are
// about names of files, doors (`index.ts`), and imports.
const core = "packages/core/src/";
/** The groups, the lowest first. A room uses rooms of its own group and of the groups before it. */
const groups = [
  "foundation",
  "entering",
  "running",
  "people",
  "holding",
  "machinery",
  "spending",
  "earning",
  "bookings",
  "members",
  "serving",
  "leaving",
];
/** The groups that are one room. */
const single = new Set(["bookings", "members"]);
/** Where the files lie that belong to no room, such as the context. */
const ground = `${core}foundation/`;
/** Rooms that may have folders, each for an operation or for a part of the room's topic. */
const divided = new Set([
  "spending/redeeming",
  "holding/vouchers",
  "spending/issuing",
  "people/customers",
  "bookings",
  "entering/access",
  "foundation/audit",
  "foundation/messages",
  "earning/sales",
  "earning/awards",
  "members",
  "serving/visits",
  "machinery/facts",
]);
/** The rooms that operations are made of. Their files may use the database, and export what they like. */
const machinery = new Set(["foundation/writing", "machinery/kernel", "machinery/facts"]);
/** A file that imports it is an operation: its statement and its verbs, which may use the database. */
const kernel = `${core}machinery/kernel/index.ts`;
const camel = (stem) => stem.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

function roomOf(path) {
  const [group, room, file] = path.startsWith(core) ? path.slice(core.length).split("/") : [];
  if (single.has(group)) return group;
  return file && group !== "testing" ? `${group}/${room}` : undefined;
}

const groupOf = (path) => path.slice(core.length).split("/")[0];

function kindOf({ path, stem, isTest, imports }) {
  if (isTest || stem.endsWith(".cases")) return "test";
  if (stem === "index") return "door";
  if (stem === "types") return "types";
  if (stem.endsWith(".sql")) return "sql";
  if (stem.endsWith(".rules")) return "rules";
  if (machinery.has(roomOf(path))) return "machinery";
  if (!roomOf(path) || stem.includes(".")) return "other";
  return imports.some(({ target }) => target === kernel) ? "operation" : "verb";
}

/**
 * Returns the problems of the core's files. `doors` are the files that packages/core/package.json exports.
 */
export function checkRooms(files, doors) {
  const inCore = files.filter((file) => file.path.startsWith(core));
  return [
    ...inCore.flatMap((file) => checkPlace(file, doors)),
    ...inCore.flatMap(checkExports),
    ...inCore.flatMap(checkImports),
    ...checkCycles(inCore, roomOf),
  ];
}

function checkPlace(file, doors) {
  const kind = kindOf(file);
  const room = roomOf(file.path);
  if (kind === "test" || file.path.startsWith(`${core}testing/`)) return [];
  const says = (text) => [{ path: file.path, says: text }];
  const depth = file.path.slice(`${core}${room}/`.length).split("/").length;
  if (room && depth > (divided.has(room) ? 2 : 1))
    return says("a room has no rooms inside. Give the topic a room of its own, or a file here.");
  const isGround = file.path.startsWith(ground) && doors.has(file.path);
  if (!groups.includes(groupOf(file.path)) || !(room || isGround))
    return says(
      "belongs in a room of a group. Beside the rooms lie only files of foundation/ that the core's package.json exports.",
    );
  if (room && kind === "other")
    return says(
      "a room holds types.ts, <topic>.sql.ts, <topic>.rules.ts, index.ts, verbs, and tests.",
    );
  return [];
}

function checkExports(file) {
  const kind = kindOf(file);
  const says = (line, text) => ({ path: file.path, line, says: text });
  const values = file.exports.filter(({ kind }) => kind !== "type" && kind !== "interface");
  if (kind === "door" && roomOf(file.path)) {
    const own = file.exports.filter(({ kind, again }) => !again && kind !== "type");
    return own.map(({ line }) =>
      says(line, "index.ts is the room's door: it only passes on what its neighbours export."),
    );
  }
  if (kind === "types")
    return values
      .filter(({ kind, again }) => !again && kind !== "{")
      .filter(({ kind }) => kind !== "const")
      .map(({ line }) =>
        says(line, "types.ts holds types and lists of words. What decides is a rule or a verb."),
      );
  if (kind !== "verb" && kind !== "operation") return [];
  const wanted = camel(file.stem);
  const isVerb = values.some(({ name }) => name === wanted);
  const areFunctions = values.every(({ kind }) => kind === "function" || kind === "const");
  return isVerb && (kind === "operation" || areFunctions)
    ? []
    : [
        says(
          values[0]?.line,
          `exports the function ${wanted}, its verb, and only functions and types.`,
        ),
      ];
}

function checkImports(file) {
  const kind = kindOf(file);
  if (kind === "test" || file.path.startsWith(`${core}testing/`)) return [];
  const room = roomOf(file.path);
  return file.imports.flatMap(({ specifier, target, typeOnly, line }) => {
    const says = (text) => [{ path: file.path, line, says: `imports ${specifier}: ${text}` }];
    const outside = target === undefined;
    if (kind === "rules") {
      const phone = specifier.startsWith("libphonenumber-js");
      const near = target && /(\.rules|\/types|\/failures)\.ts$/.test(target);
      const door = typeOnly && /\/(index|context)\.ts$/.test(target ?? "");
      return near || door || phone
        ? []
        : says("rules import other rules, types and failures only. Let the verb pass it in.");
    }
    const database = /^(drizzle-orm|@stampbook\/db)(\/|$)/.test(specifier);
    // the queues of the process use the turns of the pool
    if (file.path === `${ground}fair-queue.ts` && specifier === "@stampbook/db") return [];
    const mayUseIt = ["sql", "machinery", "operation"].includes(kind);
    if (database && !mayUseIt && !typeOnly)
      return says(
        "only *.sql.ts, facts and operations speak to the database. Move the query there, or write `import type`.",
      );
    if (outside || !target.startsWith(core)) return [];
    const other = roomOf(target);
    const [from, to] = [file.path, target].map((path) => groups.indexOf(groupOf(path)));
    if (from < to)
      return says(`${groups[from]} lies below ${groups[to]}, and does not know of it.`);
    // A file of no room, such as context.ts, may import a room's types directly. An import
    // through the room's door would form a circle, because the room imports the context.
    if (!room && typeOnly && target.endsWith("/types.ts")) return [];
    if (other && other !== room && target !== `${core}${other}/index.ts`)
      return says(`another room is entered by its door, ${other}/index.ts.`);
    return [];
  });
}

/**
 * Returns a problem for each circle of rooms that import each other. `roomIn` returns a file's room, or
 * undefined.
 */
export function checkCycles(files, roomIn) {
  const ways = new Map();
  for (const file of files.filter((each) => !each.isTest)) {
    const from = roomIn(file.path);
    for (const { target, line } of file.imports) {
      const to = target && roomIn(target);
      if (!from || !to || from === to) continue;
      if (!ways.has(from)) ways.set(from, new Map());
      if (!ways.get(from).has(to)) ways.get(from).set(to, { path: file.path, line });
    }
  }
  const done = new Set();
  const found = [];
  const visit = (room, trail) => {
    if (trail.includes(room)) {
      const circle = [...trail.slice(trail.indexOf(room)), room];
      const { path, line } = ways.get(trail.at(-1)).get(room);
      found.push({
        path,
        line,
        says: `rooms import each other in a circle: ${circle.join(" → ")}.`,
      });
    } else if (!done.has(room)) {
      for (const next of ways.get(room)?.keys() ?? []) visit(next, [...trail, room]);
      done.add(room);
    }
  };
  for (const room of ways.keys()) visit(room, []);
  return found;
}
