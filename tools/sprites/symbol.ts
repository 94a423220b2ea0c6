type Options = {
  /** Decimal places kept in a drawing 32 units wide; larger drawings keep fewer. */
  readonly places: number;
  /** Fills its box and is cut at the edges, as a flag in a disc is. */
  readonly isSliced?: boolean;
};

/** Turns an SVG file into one symbol of a sprite, with shorter numbers. */
export function symbolOf(id: string, source: string, { places, isSliced = false }: Options): string {
  const [, attributes = '', inside = ''] = /<svg([^>]*)>(.*)<\/svg>/s.exec(source) ?? [];
  if (inside === '') throw new Error(`${id} is not a drawing`);
  if (/\sid="|url\(|<style|<image/.test(inside)) throw new Error(`${id} refers to other parts, which a sprite breaks`);
  const box = /viewBox="([^"]+)"/.exec(attributes)?.[1] ?? '0 0 32 32';
  const width = Number(box.split(/\s+/)[2]);
  const kept = Math.max(0, width > 300 ? places - 1 : width < 30 ? places + 2 : places);
  const short = inside
    .replaceAll(/\s*\n\s*/g, '')
    .replaceAll(/ d="([^"]+)"/g, (_, path: string) => ` d="${shortPath(path, kept)}"`)
    .replaceAll(/ fill-rule="nonzero"/g, '')
    .replaceAll('#FFF"', '#fff"');
  return `<symbol id="${id}" viewBox="${box}"${isSliced ? ' preserveAspectRatio="xMidYMid slice"' : ''}>${short}</symbol>`;
}

/** Numbers of each command, the flags of an arc apart: they are one digit each and may lack a separator. */
const PATH = /([a-zA-Z])([^a-zA-Z]*)/g;
const NUMBER = /-?(?:\d*\.\d+|\d+)(?:e-?\d+)?/g;

/** Rounds the numbers of a path. */
export function shortPath(path: string, places: number): string {
  return path.replaceAll(PATH, (_, command: string, rest: string) => {
    if (command === 'a' || command === 'A') return `${command}${rest.trim()}`;
    return command + joined((rest.match(NUMBER) ?? []).map((number) => shortNumber(Number(number), places)));
  });
}

function shortNumber(value: number, places: number): string {
  const text = String(Number(value.toFixed(places)));
  return text.replace(/^(-?)0\./, '$1.');
}

const joined = (numbers: readonly string[]) =>
  numbers.reduce((text, number) => (text === '' || number.startsWith('-') ? text + number : `${text} ${number}`), '');
