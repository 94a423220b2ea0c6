import { shownPlaces } from '@app/domain/wallet';
import { type Amount, amountForSpeech, formatDecimal } from '@app/money';
import { AmountField, buttonClass, Icon, Note, Tag } from '@app/ui';
import { Link } from 'react-router';
import { leftText } from '../../../data/account/wait-text.ts';
import { type TextKey, useText } from '../../../data/app/texts.ts';
import { useConnection } from '../../../data/socket/connection.ts';
import { LimitMeter } from '../form/amount-step.tsx';
import { LadderStep } from '../form/ladder.tsx';
import { BANK_PATH } from '../withdraw-address.ts';
import { dollars, shareOf, type TypedPayout } from './payout-form.ts';
import type { PayoutOptions } from './payouts-query.ts';

const SHARES = [25, 50, 75, 100] as const;
const PLACES = 2;

type Props = {
  typed: string;
  change: (amount: string) => void;
  options: PayoutOptions;
  available: Amount;
  shown: TypedPayout | undefined;
  nowMs: number;
};

/** The two steps of a withdrawal to a bank: the saved account, and the amount with what arrives of it. */
export function PayoutLadder({ typed, change, options, available, shown, nowMs }: Props) {
  const text = useText();
  const isOnline = useConnection((connection) => connection.isOnline);
  const { card, minimum, maximum } = options;
  const range = { minimum: amountForSpeech(minimum), maximum: amountForSpeech(maximum) };
  const book = (
    <Link className="hit flex-none text-brand" to={BANK_PATH}>
      {text('withdrawal.bank.book')}
    </Link>
  );
  const isUsable = card !== null && card.usable_at <= nowMs;
  return (
    <div className="px-gutter pt-1 pb-6">
      <ol className="tl">
        <LadderStep count={1} isDone={isUsable} title={text('withdrawal.bank.step')} aside={card !== null && book}>
          {card === null ? <NoCard /> : <Card card={card} nowMs={nowMs} />}
        </LadderStep>
        <LadderStep
          count={2}
          isDone={shown !== undefined && shown.problem === undefined}
          title={text('wallet.amount')}
          aside={<span className="text-label text-ink-3">{text('withdrawal.bank.range', range)}</span>}
        >
          <div className="flex flex-col gap-3">
            <AmountField
              label={text('wallet.amount')}
              value={typed}
              places={PLACES}
              onChange={change}
              error={useProblemText(shown)}
              aside={
                <button type="button" className="hit" onClick={() => change(shareOf(available, 100, options))}>
                  {text('wallet.available')}{' '}
                  <span className="text-brand">{amountForSpeech(available, shownPlaces('USDT'))}</span>
                </button>
              }
              unit={<span className="text-ink-2">USDT</span>}
              presets={SHARES.map((share) => ({
                label: share === 100 ? text('wallet.amount.max') : `${share}%`,
                fill: () => change(shareOf(available, share, options)),
              }))}
            />
            <Outcome options={options} shown={shown} />
            <p className="flex gap-2 text-label text-pretty text-ink-2">
              <Icon name="info" size={16} />
              <span>{text('withdrawal.bank.checked')}</span>
            </p>
          </div>
        </LadderStep>
      </ol>
      {!isOnline && (
        <div className="mt-4">
          <Note icon="offline" tone="warn">
            {text('withdrawal.offline')}
          </Note>
        </div>
      )}
    </div>
  );
}

/** Returns what is wrong with an amount, as the server would; where its message is about more, in words of this page. */
function useProblemText(shown: TypedPayout | undefined): string | undefined {
  const text = useText();
  if (shown?.problem === undefined) return undefined;
  const { code, params } = shown.problem;
  return text(code === 'rate_unavailable' ? 'withdrawal.no_price' : (`refusal.${code}` as TextKey), params); // Of the catalogue.
}

function NoCard() {
  const text = useText();
  return (
    <div className="flex flex-col gap-3">
      <p className="text-label text-ink-3">{text('withdrawal.bank.none')}</p>
      <Link className={buttonClass({ wide: true })} to={BANK_PATH}>
        {text('payee.bank.add')}
      </Link>
    </div>
  );
}

function Card({ card, nowMs }: { card: NonNullable<PayoutOptions['card']>; nowMs: number }) {
  const text = useText();
  const leftMs = card.usable_at - nowMs;
  return (
    <div className={`radios__i gap-2.5 px-3 ${leftMs > 0 ? 'radios__i--off' : ''}`}>
      <span className="text-ink-2">
        <Icon name="bank" size={20} />
      </span>
      <span className="min-w-0 grow">
        <span className="block truncate font-semibold">{card.bank_name}</span>
        <span className="row__why">
          <span className="ident">•••• {card.account}</span> · {card.holder}
        </span>
      </span>
      {leftMs > 0 && (
        <Tag tone="warn" icon="clock">
          <span className="sr-only">{text('payee.usable_in', { time: leftText(leftMs, text) })}</span>
          <span aria-hidden="true">{leftText(leftMs, text)}</span>
        </Tag>
      )}
    </div>
  );
}

function Outcome({ options, shown }: { options: PayoutOptions; shown: TypedPayout | undefined }) {
  const text = useText();
  const { fee, rate } = options;
  return (
    <section className="card" aria-live="polite">
      <p className="text-label text-ink-2">{text('withdrawal.bank.gets')}</p>
      <p className={`text-h2 break-all ${shown === undefined ? 'text-ink-3' : ''}`}>
        {dollars(shown?.usd ?? (0n as Amount))}
      </p>
      <p className="mt-1 text-label text-ink-3">
        {text('withdrawal.bank.fee')} {amountForSpeech(fee)} USDT ·{' '}
        {text('withdrawal.bank.rate.text', { rate: formatDecimal(rate) })}
      </p>
      <LimitMeter options={options} worth={shown?.worthBtc} />
    </section>
  );
}
