/** One figure and, where it is part of the claim, what it may be at most. */
export type Measured = {
  readonly kind:
    | 'frame'
    | 'later'
    | 'styles'
    | 'texts'
    | 'home'
    | 'chart'
    | 'trade'
    | 'uncompressed'
    | 'file'
    | 'LCP'
    | 'CLS'
    | 'INP';
  readonly what: string;
  readonly value: number;
  readonly unit: 'kB' | 's' | 'ms' | '';
  readonly limit?: number;
  /** Where less than the aim is asked for: beyond it, it is told. */
  readonly aim?: number;
  /** Where it comes from, or what it is compared with. */
  readonly note?: string;
};

const PLACES = { kB: 1, s: 2, ms: 0, '': 3 } as const;

const inWords = ({ value, unit }: Pick<Measured, 'value' | 'unit'>) => `${value.toFixed(PLACES[unit])} ${unit}`.trim();

export const isTooMuch = ({ value, limit }: Measured) => limit !== undefined && !(value <= limit);

const isBeyondAim = (figure: Measured) => figure.aim !== undefined && figure.value > figure.aim && !isTooMuch(figure);

const mostOf = ({ limit, unit }: Measured) => (limit === undefined ? '' : `≤ ${inWords({ value: limit, unit })}`);

/** Files are counted in thousands of bytes, as a browser's own tools do. */
export const kiloBytes = (bytes: number) => bytes / 1000;

/** The figures as lines of a table; what is too much says so. */
export function tableOf(title: string, figures: readonly Measured[]): string[] {
  const width = Math.max(...figures.map(({ what }) => what.length));
  const lines = figures.map((figure) => {
    const { what, limit, note } = figure;
    const mark = isTooMuch(figure) ? '✗' : isBeyondAim(figure) ? '!' : limit === undefined ? ' ' : '✓';
    return `  ${mark} ${what.padEnd(width)} ${inWords(figure).padStart(9)}  ${mostOf(figure).padEnd(10)} ${note ?? ''}`.trimEnd();
  });
  return ['', title, ...lines];
}

/** In one line: what is too much, or else of each kind the figure nearest to its limit. */
export function summaryOf(figures: readonly Measured[]): string {
  const wrong = figures.filter(isTooMuch);
  if (wrong.length > 0) return wrong.map((one) => `${one.what} ${inWords(one)}, ${mostOf(one)}`).join('; ');
  const kinds = Map.groupBy(
    figures.filter(({ kind }) => kind !== 'file'),
    ({ kind }) => kind,
  );
  const heaviest = [...kinds.values()].flatMap((ofKind) => ofKind.toSorted((a, b) => b.value - a.value).slice(0, 1));
  const beyond = figures.filter(isBeyondAim).map((one) => `beyond its aim: ${one.what} ${inWords(one)}`);
  return [heaviest.map((one) => `${one.kind} ${inWords(one)}`).join(', '), ...beyond].join('; ');
}
