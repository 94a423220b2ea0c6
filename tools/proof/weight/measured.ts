import { guarantee, judge, type Line } from '../../trial/aims.ts';
import type { Verdict } from '../../trial/trial.ts';

/** Measured figure with its optional limit and aim. */
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
  /** Must hold on any machine. */
  readonly limit?: number;
  /** Above it the aim is missed, but nothing fails. */
  readonly aim?: number;
  /** Origin of the figure, or what it is compared with. */
  readonly note?: string;
};

const PLACES = { kB: 1, s: 2, ms: 0, '': 3 } as const;

const toText = ({ value, unit }: Pick<Measured, 'value' | 'unit'>) => `${value.toFixed(PLACES[unit])} ${unit}`.trim();

const isBeyondLimit = ({ value, limit }: Measured) => limit !== undefined && !(value <= limit);
const isBeyondAim = ({ value, aim }: Measured) => aim !== undefined && !(value <= aim);

function mostOf({ limit, aim, unit }: Measured): string {
  if (limit !== undefined) return `≤ ${toText({ value: limit, unit })}`;
  return aim === undefined ? '' : `aim ≤ ${toText({ value: aim, unit })}`;
}

/** Converts to thousands of bytes, as browser DevTools do. */
export const kiloBytes = (bytes: number) => bytes / 1000;

/** Formats the figures as table lines; ✗ is above a limit, ! above an aim. */
export function tableOf(title: string, figures: readonly Measured[]): string[] {
  const width = Math.max(...figures.map(({ what }) => what.length));
  const lines = figures.map((figure) => {
    const { what, note } = figure;
    return `  ${markOf(figure)} ${what.padEnd(width)} ${toText(figure).padStart(9)}  ${mostOf(figure).padEnd(13)} ${note ?? ''}`.trimEnd();
  });
  return ['', title, ...lines];
}

function markOf(figure: Measured): string {
  if (isBeyondLimit(figure)) return '✗';
  if (isBeyondAim(figure)) return '!';
  return figure.limit === undefined && figure.aim === undefined ? ' ' : '✓';
}

/** Judges the figures: one above its limit breaks the claim; one above its aim is only reported. */
export function judgeMeasured(figures: readonly Measured[]): Verdict {
  const lines = figures.flatMap((figure): Line[] => {
    const text = `${figure.what} ${toText(figure)} (${mostOf(figure)})`;
    if (figure.limit !== undefined) return [guarantee(text, !isBeyondLimit(figure))];
    return figure.aim === undefined ? [] : [{ kind: 'figure', text, isMet: !isBeyondAim(figure) }];
  });
  return judge(lines, summaryOf(figures));
}

/** Summarizes the largest figure of each kind. */
function summaryOf(figures: readonly Measured[]): string {
  const kinds = Map.groupBy(
    figures.filter(({ kind }) => kind !== 'file'),
    ({ kind }) => kind,
  );
  const largest = [...kinds.values()].flatMap((ofKind) => ofKind.toSorted((a, b) => b.value - a.value).slice(0, 1));
  return largest.map((one) => `${one.kind} ${toText(one)}`).join(', ');
}
