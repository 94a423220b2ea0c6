import { showSigned } from '@app/domain/results';
import { shownPlaces } from '@app/domain/wallet';
import { type Amount, amountForSpeech, groupDigits, type Rate, showAmount } from '@app/money';
import { Icon, StatGrid } from '@app/ui';
import { type Text, useText } from '../../../data/app/texts.ts';
import { byDay, type DayOfMarket, type Figures, figuresOf } from './day-figures.ts';

const UNKNOWN = '—';
const SHARE_PLACES = 1;

/** Formats a share as `54.1%`. */
export const shareText = (share: Rate | undefined): string =>
  share === undefined ? UNKNOWN : `${amountForSpeech((share * 100n) as Rate, SHARE_PLACES)}%`;

export const moneyText = (amount: Amount, currency: string): string =>
  `${showAmount(amount, shownPlaces(currency))} ${currency}`;

/** Formats the platform's result as `+12.50 USDT`; it has no colour, because it is nobody's own gain or loss. */
export const resultText = ({ result, currency }: Pick<Figures, 'result' | 'currency'>): string =>
  `${showSigned(result, shownPlaces(currency))} ${currency}`;

/** Returns every figure with its label. */
export const statsOf = (figures: Figures, text: Text): readonly (readonly [label: string, value: string])[] => [
  [text('statistics.orders'), groupDigits(String(figures.bets))],
  [text('statistics.wins'), groupDigits(String(figures.profits))],
  [text('statistics.losses'), groupDigits(String(figures.losses))],
  [text('statistics.flats'), groupDigits(String(figures.flats))],
  [text('statistics.voids'), groupDigits(String(figures.voids))],
  [text('statistics.cancels'), groupDigits(String(figures.cancels))],
];

/** Shows what a period came to. */
export function Totals({ figures }: { figures: Figures }) {
  const text = useText();
  return (
    <section className="mx-gutter mt-4 rounded-card bg-s1 p-4">
      <p className="text-label text-ink-3">{text('statistics.result')}</p>
      <p className="num text-hero">{resultText(figures)}</p>
      <p className="mt-1 mb-3 text-label text-ink-2">
        {text('statistics.paid', {
          returned: moneyText(figures.returned, figures.currency),
          stakes: moneyText(figures.stakes, figures.currency),
          share: shareText(figures.paid),
        })}
      </p>
      <StatGrid stats={statsOf(figures, text)} />
    </section>
  );
}

type ListProps = { rows: readonly DayOfMarket[]; onOpen: (row: DayOfMarket) => void };

/** Lists markets by UTC day, newest first; each opens its figures and their recomputation. */
export function DayList({ rows, onOpen }: ListProps) {
  const text = useText();
  return (
    <div className="pb-6">
      {byDay(rows).map(([day, ofDay]) => (
        <section key={day} className="mt-5">
          <h3 className="px-gutter text-label text-ink-3">{text('statistics.day', { day })}</h3>
          <ul aria-label={text('statistics.day', { day })}>
            {ofDay.map((row) => (
              <li key={`${row.match_id} ${row.currency_name}`}>
                <MarketRow row={row} onOpen={() => onOpen(row)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function MarketRow({ row, onOpen }: { row: DayOfMarket; onOpen: () => void }) {
  const text = useText();
  const [figures] = figuresOf([row]);
  if (figures === undefined) return null;
  return (
    <button type="button" className="row text-left" aria-haspopup="dialog" onClick={onOpen}>
      <span className="row__main">
        <span className="row__t">{row.symbol}</span>
        <span className="row__s block">
          {text('statistics.orders.count', { count: figures.bets })} ·{' '}
          {text('statistics.wins.share', { share: shareText(figures.wins) })}
        </span>
      </span>
      <span className="row__trail">
        <span className="row__v num block">{resultText(figures)}</span>
        <span className="row__s block">{text('statistics.result')}</span>
      </span>
      <Icon name="right" size={16} />
    </button>
  );
}
