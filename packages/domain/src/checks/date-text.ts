const DATE = /^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/**
 * Reports whether a text is YYYY-MM-DD and a day that exists: an impossible one parses as another day, or not at all.
 */
export function isDateText(text: string): boolean {
  if (!DATE.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
