/** Groups the whole digits of decimal text by thousands: `-12345.67` is `−12,345.67`. No place is rounded away. */
export function groupDigits(text: string): string {
  const [whole = '', places] = text.replace('-', '−').split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return places === undefined ? grouped : `${grouped}.${places}`;
}

/** The same with a sign, for a change of a balance; a change of zero has none. */
export const signedDigits = (text: string): string =>
  text === '0' || text.startsWith('-') ? groupDigits(text) : `+${groupDigits(text)}`;
