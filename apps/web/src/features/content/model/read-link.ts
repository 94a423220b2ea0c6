/** An address as a browser reads it, or nothing. Browsers of a few years ago have no `URL.parse`. */
export function readLink(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
