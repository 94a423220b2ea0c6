/** Below the server's limit of a megabyte, and small enough that no reader is busy with one message for long. */
const CHARACTERS_MAX = 128 * 1_024;
const PARTS_MAX = 200;

/** Splits parts of messages so that each message stays small; a part that is larger travels alone. */
export function splitBySize<Part>(
  parts: readonly Part[],
  sizeOf: (part: Part) => number,
): readonly (readonly Part[])[] {
  const messages: Part[][] = [];
  let last: Part[] | undefined;
  let size = 0;
  for (const part of parts) {
    size += sizeOf(part);
    if (last === undefined || size > CHARACTERS_MAX || last.length >= PARTS_MAX) {
      last = [];
      messages.push(last);
      size = sizeOf(part);
    }
    last.push(part);
  }
  return messages;
}
