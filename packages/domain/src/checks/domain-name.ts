const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** Two labels or more, of ASCII letters, digits and inner hyphens. Whether the name is registered, nobody asks. */
export function isDomainName(text: string): boolean {
  const labels = text.split('.');
  return labels.length > 1 && labels.every((label) => LABEL.test(label));
}
