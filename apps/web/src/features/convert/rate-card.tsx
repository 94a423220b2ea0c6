import { add, subtract } from '@app/money';
import { amountForSpeech, CountdownRing, Facts, Icon } from '@app/ui';
import { availableIn, type Balance } from '../../data/account/balances.ts';
import { shareText, showRate } from '../../data/account/conversions.ts';
import { useText } from '../../data/app/texts.ts';
import { useCountdown } from '../../data/call/server-clock.ts';
import { differenceOf } from './convert-form.ts';
import type { Quote, QuoteLife } from './use-quote.ts';

/** The locked rate: its ring, the rate itself, and how far it is from the index. */
export function RateCard({ quote, life }: { quote: Quote; life: QuoteLife }) {
  return (
    <section className="flex flex-col gap-3 rounded-card bg-s1 p-4">
      <LockedRate quote={quote} life={life} />
      <NewRate quote={quote} before={life.before} />
      <RateLine quote={quote} />
    </section>
  );
}

/** The ring, and whether the rate is a new one: it never changes silently. */
export function LockedRate({ quote, life }: { quote: Quote; life: QuoteLife }) {
  const text = useText();
  const totalMs = quote.lock_seconds * 1_000;
  const leftMs = useCountdown(quote.expires);
  const seconds = Math.ceil(leftMs / 1_000);
  const isOver = leftMs === 0;
  return (
    <div className="flex items-center gap-3">
      <CountdownRing
        remainingMs={leftMs}
        totalMs={totalMs}
        label={text('convert.rate.left', { seconds, total: quote.lock_seconds })}
      />
      <div className="min-w-0 grow">
        <p className="text-title wrap-anywhere">{text('convert.rate', showRate(quote.from, quote.to, quote.rate))}</p>
        <p className="text-label text-ink-3">
          {isOver ? text('convert.rate.over') : text('convert.rate.locked', { seconds })}
        </p>
      </div>
      {isOver && life.isResting ? (
        <button type="button" className="hit text-label font-medium text-brand" onClick={life.renew}>
          {text('convert.rate.again')}
        </button>
      ) : (
        <span className="text-ink-3">
          <Icon name="lock" size={20} />
        </span>
      )}
    </div>
  );
}

/** Draws the user's rate beside the index: what is between them is the spread. */
function RateLine({ quote }: { quote: Quote }) {
  const text = useText();
  return (
    <div className="text-micro text-ink-3">
      <p className="flex justify-between gap-2">
        <span>{text('convert.line.own')}</span>
        <span>
          {text('convert.line.spread')} <b className="font-semibold text-ink">{shareText(quote.spread_rate)}</b>
        </span>
        <span>{text('convert.line.index')}</span>
      </p>
      <div className="relative my-1 h-3" aria-hidden="true">
        <i className="absolute inset-x-0 top-1.25 h-0.5 rounded-full bg-s3" />
        <i className="absolute top-0 left-0 h-3 w-1 rounded-full bg-ink" />
        <i className="absolute top-0 right-0 h-3 w-px bg-ink-3" />
      </div>
      <p className="flex justify-between gap-2">
        <span className="text-ink">{showRate(quote.from, quote.to, quote.rate).rate}</span>
        <span>{showRate(quote.from, quote.to, quote.index_rate).rate}</span>
      </p>
    </div>
  );
}

/** Says that the rate is a new one, and what that changes for the user. */
export function NewRate({ quote, before }: { quote: Quote; before: Quote | undefined }) {
  const text = useText();
  const difference = differenceOf(before?.received, quote.received);
  if (before === undefined) return null;
  return (
    <p className="text-label text-ink-2" role="status">
      {difference === undefined
        ? text('convert.new.same')
        : text(`convert.new.${difference.kind}`, { amount: `${amountForSpeech(difference.amount)} ${quote.to}` })}
    </p>
  );
}

/** A received amount has as many. */
const FEE_PLACES = 8;

/** What it costs, and both balances afterwards. */
export function ConvertFacts({ quote, list }: { quote: Quote; list: readonly Balance[] }) {
  const text = useText();
  const { account, from, to, number, received, fee, spread_rate } = quote;
  const left = subtract(availableIn(list, account, from), number);
  const gained = add(availableIn(list, account, to), received);
  return (
    <Facts
      facts={[
        [text('convert.spread', { rate: shareText(spread_rate) }), `${amountForSpeech(fee, FEE_PLACES)} ${to}`],
        [text('convert.fees'), text('convert.fees.none')],
        [text('convert.after', { currency: from }), amountForSpeech(left)],
        [text('convert.after', { currency: to }), amountForSpeech(gained)],
      ]}
    />
  );
}
