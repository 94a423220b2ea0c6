const DATE = /^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/** YYYY-MM-DD, and a day that exists: an impossible one comes back as another day, or as none. */
export function isDateText(text: string): boolean {
  if (!DATE.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
