import { type Amount, divideRounded, formatDecimal, ONE, type Rate, showCompact } from '@app/money';
import type { Output } from '@app/protocol';
import { readContractStats } from '@app/protocol/contract';
import { Facts, Skeleton } from '@app/ui';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useText } from '../../../data/app/texts.ts';
import { call } from '../../../data/call/call.ts';
import { useContractMode, useRulebook } from '../terms/rules-query.ts';

type Stats = Output<typeof readContractStats>;
type MarketStats = Stats['list'][number];

const REFRESH_MS = 30_000;
const UNKNOWN = '—';
const HUNDRED = 100n;

const statsQuery = (mode: 'real' | 'demo') =>
  queryOptions({
    queryKey: ['contract-stats', mode],
    queryFn: ({ signal }) => call(readContractStats, { mode }, { signal }),
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  });

/** Shows the contract rules of a market, and what all users together have open in it. */
export default function ContractFactsPanel({ symbol }: { symbol: string }) {
  const text = useText();
  return (
    <>
      <section className="mt-3" aria-label={text('levels.facts')}>
        <h2 className="mb-1 text-label text-ink-3">{text('levels.facts')}</h2>
        <Rules symbol={symbol} />
      </section>
      <section className="mt-3" aria-label={text('levels.stats')}>
        <h2 className="mb-1 text-label text-ink-3">{text('levels.stats')}</h2>
        <AllUsers symbol={symbol} />
      </section>
    </>
  );
}

/** Formats a small rate with all its digits: 0.0003 is 0.03%. */
const rateText = (rate: Rate) => `${formatDecimal((rate * HUNDRED) as Rate)}%`;

function Rules({ symbol }: { symbol: string }) {
  const text = useText();
  const { data: rulebook } = useRulebook();
  const rules = rulebook?.markets.get(symbol);
  if (rulebook === undefined || rules === undefined) return <Skeleton className="h-24 w-full" />;
  const [base] = symbol.split('/');
  const facts = [
    [text('levels.facts.leverage'), `${rules.leverage_max}×`],
    [text('levels.facts.spread'), text('levels.facts.spread.value', { percent: rateText(rules.spread_rate) })],
    [text('levels.facts.overnight'), text('levels.facts.overnight.value', { percent: rateText(rules.overnight_rate) })],
    [text('levels.facts.lot'), `${formatDecimal(rules.lot)} ${base}`],
    [text('levels.facts.fees'), `${rateText(rulebook.terms.openFeeRate)} · ${rateText(rulebook.terms.closeFeeRate)}`],
  ] as const;
  return <Facts facts={facts} />;
}

function AllUsers({ symbol }: { symbol: string }) {
  const text = useText();
  const { data } = useQuery(statsQuery(useContractMode()));
  if (data === undefined) return <Skeleton className="h-24 w-full" />;
  const stats = data.list.find((it) => it.symbol === symbol);
  const figures = [
    [text('levels.stats.open'), moneyText(stats?.open_value)],
    [text('levels.stats.sides'), sidesText(stats?.long_share)],
    [text('levels.stats.liquidated.long'), forcedText(stats?.long_liquidations)],
    [text('levels.stats.liquidated.short'), forcedText(stats?.short_liquidations)],
    [text('levels.stats.insurance'), moneyText(data.insurance.balance)],
  ] as const;
  const hasDash = figures.some(([, figure]) => figure === UNKNOWN);
  return (
    <>
      <Facts facts={figures} />
      {hasDash && <p className="mt-1 text-label text-pretty text-ink-3">{text('levels.stats.hidden')}</p>}
    </>
  );
}

const moneyText = (value: Amount | null | undefined) =>
  value === null || value === undefined ? UNKNOWN : `${showCompact(value)} USDT`;

/** Formats the share of longs and the rest, which adds up to a hundred. */
function sidesText(longs: Rate | null | undefined): string {
  if (longs === null || longs === undefined) return UNKNOWN;
  const long = divideRounded(longs * HUNDRED, ONE, 'down');
  return `${long}% · ${HUNDRED - long}%`;
}

const forcedText = (forced: MarketStats['long_liquidations'] | undefined) =>
  forced === undefined || forced.count === null || forced.value === null
    ? UNKNOWN
    : `${forced.count} · ${moneyText(forced.value)}`;
