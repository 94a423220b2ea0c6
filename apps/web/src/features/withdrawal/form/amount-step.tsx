import { shownPlaces } from '@app/domain/wallet';
import { type Amount, amountForSpeech, ZERO } from '@app/money';
import { AmountField, AmountText, Icon, Level } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { type TextKey, useText } from '../../../data/app/texts.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { arrivedQuery, type Network, type Options } from '../withdrawals-query.ts';
import type { LadderProps } from './ladder.tsx';
import {
  BTC_PLACES,
  inputPlaces,
  meterOf,
  type Problem,
  type Share,
  shareOf,
  type TypedAmount,
} from './withdraw-form.ts';
import { useWorthText } from './worth-text.ts';

const SHARES: readonly Share[] = [25, 50, 75, 100];

type Props = LadderProps & { network: Network };

/** The amount, what the recipient gets of it, and what it takes of the limit. */
export function AmountStep({ form, change, options, available, shown, network }: Props) {
  const text = useText();
  const { currency } = network;
  const { typed } = shown;
  const fill = (share: Share) => () => change({ ...form, amount: shareOf(available, share, network) });
  return (
    <div className="flex flex-col gap-3">
      <AmountField
        label={text('wallet.amount')}
        value={form.amount}
        places={inputPlaces(network)}
        onChange={(amount) => change({ ...form, amount })}
        error={useProblemText(typed?.problem)}
        about={useWorthText(currency, typed?.amount ?? ZERO)}
        aside={
          <button type="button" className="hit" onClick={fill(100)}>
            {text('wallet.available')}{' '}
            <span className="text-brand">{amountForSpeech(available, shownPlaces(currency))}</span>
          </button>
        }
        unit={<span className="text-ink-2">{currency}</span>}
        presets={SHARES.map((share) => ({
          label: share === 100 ? text('wallet.amount.max') : `${share}%`,
          fill: fill(share),
        }))}
      />
      <Outcome network={network} typed={typed} options={options} />
      <FirstUse currency={currency} address={shown.address?.address} />
    </div>
  );
}

/** Returns what is wrong with an amount, as the server would; where its message is about more, in words of this page. */
function useProblemText(problem: Problem | undefined): string | undefined {
  const text = useText();
  if (problem === undefined) return undefined;
  const { code, params } = problem;
  return text(code === 'rate_unavailable' ? 'withdrawal.no_price' : (`refusal.${code}` as TextKey), params); // Of the catalogue.
}

type OutcomeProps = { network: Network; typed: TypedAmount | undefined; options: Options };

function Outcome({ network: { currency, fee }, typed, options }: OutcomeProps) {
  const text = useText();
  return (
    <section className="card" aria-live="polite">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="text-label text-ink-2">{text('withdrawal.recipient')}</p>
          <p className="text-h2 break-all">
            <Received amount={typed?.received} currency={currency} />{' '}
            <span className="text-body text-ink-2">{currency}</span>
          </p>
        </div>
        <div className="text-right">
          <p className="text-label text-ink-2">{text('withdrawal.fee')}</p>
          <p>
            {amountForSpeech(fee)} {currency}
          </p>
        </div>
      </div>
      <LimitMeter options={options} worth={typed?.worthBtc} />
    </section>
  );
}

function Received({ amount, currency }: { amount: Amount | undefined; currency: string }) {
  if (amount !== undefined && amount > ZERO) return amountForSpeech(amount);
  return (
    <span className="text-ink-3">
      <AmountText value={ZERO} places={shownPlaces(currency)} />
    </span>
  );
}

type MeterProps = { options: Pick<Options, 'level' | 'limit_btc' | 'used_btc'>; worth: Amount | undefined };

const QUARTERS = [0, 25, 50, 75, 100];

/** The limit of 24 hours as a staff: what is used, with what is typed. */
export function LimitMeter({ options, worth }: MeterProps) {
  const text = useText();
  const { after, percent, isOver } = meterOf(options, worth);
  const label = text('withdrawal.limit', { level: options.level });
  const amounts = {
    used: amountForSpeech(after, BTC_PLACES),
    limit: amountForSpeech(options.limit_btc, BTC_PLACES),
  };
  return (
    <div className="mt-3 border-t border-line pt-3">
      <div className="mb-1 flex flex-wrap justify-between gap-x-3 text-label text-ink-2">
        <span>{label}</span>
        <span className={isOver ? 'text-danger' : ''}>{text('withdrawal.limit.of', amounts)}</span>
      </div>
      <Level label={label} percent={percent} tone={isOver ? 'danger' : 'ok'} marks={QUARTERS} />
    </div>
  );
}

/** Suggests a small first amount, unless something has arrived at the address before. */
function FirstUse({ currency, address }: { currency: string; address: string | undefined }) {
  const text = useText();
  const { data } = useQuery(arrivedQuery(useSessionScope(), currency));
  if (address === undefined || data === undefined || data.some((it) => it.address === address)) return null;
  return (
    <p className="flex gap-2 text-label text-pretty text-ink-2">
      <Icon name="info" size={16} />
      <span>{text('withdrawal.first')}</span>
    </p>
  );
}
