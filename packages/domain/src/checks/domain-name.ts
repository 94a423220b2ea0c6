const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/**
 * Reports whether a text has two or more labels of ASCII letters, digits and inner hyphens. Does not check whether the
 * name is registered.
 */
export function isDomainName(text: string): boolean {
  const labels = text.split('.');
  return labels.length > 1 && labels.every((label) => LABEL.test(label));
}
