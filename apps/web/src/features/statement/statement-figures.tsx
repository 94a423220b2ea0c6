import { type StatementStep, type StepName, statementSteps } from '@app/domain/export';
import { dayOf } from '@app/domain/statement';
import { shownPlaces } from '@app/domain/wallet';
import {
  type Amount,
  absolute,
  amountForSpeech,
  directionOf,
  showAmount,
  showPrice,
  subtract,
  sum,
  ZERO,
} from '@app/money';
import { AmountText, CoinIcon, Icon, Note } from '@app/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { HIDDEN, useHiddenAmounts } from '../../data/account/hidden-amounts.ts';
import { useIsOpen } from '../../data/app/openness.ts';
import { type Text, type TextKey, useText } from '../../data/app/texts.ts';
import { Staircase } from './staircase.tsx';
import type { Dates } from './statement-months.ts';
import type { Statement } from './statement-screen.tsx';

const PLACES = 2;
type Props = { statement: Statement; dates: Dates };

/** Shows where the month ended, how it got there, and each of its steps. */
export function StatementFigures({ statement, dates }: Props) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  const { closing, opening, simulated, month } = statement;
  const gain = subtract(closing, opening);
  const steps = statementSteps(statement);
  return (
    <section>
      <div className="mt-1 flex flex-wrap items-end justify-between gap-x-4 px-gutter">
        <div className="min-w-0">
          <h2 className="text-label font-normal text-ink-3">{closingLabel(statement, dates, text)}</h2>
          <p
            className={
              !isHidden && showAmount(closing, PLACES).length > ROOMY_LENGTH
                ? 'text-hero leading-12 wrap-anywhere'
                : 'text-display wrap-anywhere'
            }
          >
            {isHidden ? (
              HIDDEN
            ) : (
              <>
                $<AmountText value={closing} places={PLACES} hero />
              </>
            )}
          </p>
        </div>
        <div className="pb-2 text-right">
          <div className="text-label text-ink-3">{text('statement.against')}</div>
          <Change value={gain} />
        </div>
      </div>
      <Staircase steps={steps} label={text('statement.chart', { month: dates.month(month) })} />
      <div className="group mt-2">
        {steps
          .filter(({ name }) => name !== 'closing')
          .map((step) => (
            <StepRow key={step.name} step={step} statement={statement} dates={dates} />
          ))}
      </div>
      {simulated && (
        <div className="mt-3 px-gutter">
          <Note icon="info">{text('statement.simulated')}</Note>
        </div>
      )}
    </section>
  );
}

/** A longer total uses the smaller size, to stay on one line of a narrow phone. */
const ROOMY_LENGTH = 11;

const LAST_MOMENT_MS = 1;

const closingLabel = ({ ended, to }: Statement, dates: Dates, text: Text) =>
  ended ? text('statement.closing.day', { day: dates.day(to - LAST_MOMENT_MS) }) : text('statement.closing.now');

const signed = (value: Amount) => `${directionOf(value, PLACES) === 'up' ? '+' : ''}${showAmount(value, PLACES)}`;

function Change({ value }: { value: Amount }) {
  const { isHidden } = useHiddenAmounts();
  if (isHidden) return <span className="text-body">{HIDDEN}</span>;
  const direction = directionOf(value, PLACES);
  return (
    <span className={`change tone-${direction} text-body`}>
      {direction !== 'flat' && <i className={`tri tri--${direction}`} />}
      {signed(value)}
    </span>
  );
}

const RECORDS = '/pages/fund/assets_all_record';
/** The records behind a step; the opening has none. Results and fees come from trades and conversions: all records. */
const BEHIND: Partial<Record<StepName, { readonly kind?: string }>> = {
  in: { kind: 'in' },
  out: { kind: 'out' },
  result: {},
  fees: {},
};

type StepProps = Props & { step: StatementStep };

/** Renders a step with what it consists of; it leads to its records once that page is open. */
function StepRow({ step, statement, dates }: StepProps) {
  const text = useText();
  const isOpen = useIsOpen();
  const { isHidden } = useHiddenAmounts();
  const { name, value } = step;
  const behind = BEHIND[name];
  const label =
    name === 'opening'
      ? text('statement.opening.day', { day: dates.day(statement.from) })
      : text(`statement.step.${name}`);
  const content: ReactNode = (
    <>
      <span className="row__main py-2">
        <span className="font-medium">{label}</span>{' '}
        <span className="text-label text-ink-3">{partsOf(name, statement, text, isHidden)}</span>
      </span>
      <span className="row__v">
        {isHidden ? (
          HIDDEN
        ) : name === 'result' ? (
          <span className={`change tone-${directionOf(value, PLACES)}`}>{signed(value)}</span>
        ) : name === 'opening' ? (
          showAmount(value, PLACES)
        ) : (
          signed(value)
        )}
      </span>
      <span className="w-4 shrink-0 text-ink-3">
        {behind !== undefined && isOpen(RECORDS) && <Icon name="right" size={16} />}
      </span>
    </>
  );
  if (behind === undefined || !isOpen(RECORDS)) return <div className="row min-h-11">{content}</div>;
  const address = new URLSearchParams({
    from: dayOf(statement.from),
    to: dayOf(Math.max(statement.from, statement.to - LAST_MOMENT_MS)),
    ...behind,
  });
  return (
    <Link className="row min-h-11 focus-visible:-outline-offset-4" to={`${RECORDS}?${address}`}>
      {content}
    </Link>
  );
}

const FLOW_TEXTS: Readonly<Record<string, TextKey>> = {
  deposit: 'statement.flow.deposit',
  withdrawal: 'statement.flow.withdrawal',
  payout: 'statement.flow.payout',
  'demo.grant': 'statement.flow.demo.grant',
  'demo.sweep': 'statement.flow.demo.sweep',
};

/** Names what a step consists of: the kinds of flows, or each part with its amount unless that is hidden. */
function partsOf(name: StepName, { flows, results, fees, held }: Statement, text: Text, isHidden: boolean): string {
  const isShown = (value: Amount) => directionOf(value, PLACES) !== 'flat';
  const part = (label: string, amount: string) => (isHidden ? label : `${label} ${amount}`);
  switch (name) {
    case 'in':
    case 'out': {
      const kinds = flows.filter(({ value }) => value > ZERO === (name === 'in') && value !== ZERO);
      return [...new Set(kinds.map(({ kind }) => text(FLOW_TEXTS[kind] ?? 'statement.flow.other')))].join(', ');
    }
    case 'result': {
      const parts = results.filter(({ value }) => isShown(value));
      const named = parts.map(({ product, value }) => part(text(`statement.product.${product}`), signed(value)));
      return [...named, ...(isShown(held) ? [part(text('statement.held'), signed(held))] : [])].join(', ');
    }
    case 'fees': {
      const parts = fees.filter(({ value }) => isShown(value));
      return parts
        .map(({ product, value }) => part(text(`statement.product.${product}`), showAmount(value, PLACES)))
        .join(', ');
    }
    default:
      return '';
  }
}

/** Lists the coins at the end of the month with their value, the largest first. */
export function CoinsHeld({ statement, dates }: Props) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  const { coins, ended, to } = statement;
  const worth = (value: Amount) => (isHidden ? HIDDEN : `$${showAmount(value, PLACES)}`);
  const sorted = coins.toSorted((one, other) => (absolute(other.value ?? ZERO) > absolute(one.value ?? ZERO) ? 1 : -1));
  const day = dates.day(to - LAST_MOMENT_MS);
  return (
    <section className="mt-3">
      <h2 className="flex h-10 items-center px-gutter text-title">
        {ended ? text('statement.coins.day', { day }) : text('statement.coins.now')}
      </h2>
      <ul className="group">
        {sorted.map(({ currency, quantity, price, value }) => (
          <li key={currency} className="row">
            <CoinIcon code={currency} size={32} />
            <div className="row__main">
              <div className="row__t">{currency}</div>
              <div className="row__s">{price === null ? text('statement.coin.no_price') : showPrice(price)}</div>
            </div>
            <div className="row__trail">
              <div className="row__v">
                {isHidden ? HIDDEN : amountForSpeech(quantity, Math.max(shownPlaces(currency), 8))}
              </div>
              <div className="row__s">{value === null ? '' : worth(value)}</div>
            </div>
          </li>
        ))}
      </ul>
      {coins.length > 1 && (
        <p className="flex justify-between gap-3 px-gutter pt-2 text-label text-ink-3">
          <span>{text('statement.doc.total')}</span>
          <span>{worth(sum(coins.map(({ value }) => value ?? ZERO)))}</span>
        </p>
      )}
    </section>
  );
}
