import { type RateOf, shownPlaces, type Unrealised } from '@app/domain/wallet';
import { type Amount, directionOf, showAmount, showPercent, showPrice, ZERO } from '@app/money';
import { ChipGroup, CoinIcon, Empty, Icon, NavBar, Page, Panel, Skeleton } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type Balance, type Balances, ownedIn } from '../../../data/account/balances.ts';
import { unrealisedIn, useCosts } from '../../../data/account/costs.ts';
import { HIDDEN, useHiddenAmounts } from '../../../data/account/hidden-amounts.ts';
import { useIsOpen } from '../../../data/app/openness.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { marketsQuery } from '../../../data/market/markets.ts';
import { useSession } from '../../../data/session/session.ts';
import { coinActions } from '../actions/asset-actions.ts';
import { Verbs } from '../actions/verbs.tsx';
import { Assets, LiveFigures } from '../assets/assets-frame.tsx';
import { useWorthText } from '../assets/coin-list.tsx';
import { type CoinHolding, holdingOf, tradePath } from '../assets/coins.ts';
import { RecordList } from '../records/record-list.tsx';
import { HideButton } from '../valuation/hidden-amounts.tsx';
import { useWorth } from '../valuation/worth.ts';
import { CoinChart } from './coin-chart.tsx';

const CURRENCY = /^[A-Z0-9]{1,10}$/;
const ASSETS = '/pages/fund/assets';

/** /pages/fund/assets_record?currency=BTC */
export default function CoinScreen() {
  const text = useText();
  const [address] = useSearchParams();
  const currency = address.get('currency') ?? '';
  const isKnown = CURRENCY.test(currency);
  const title = isKnown ? currency : text('wallet.coin');
  const back = { label: text('system.back'), go: useBack(ASSETS) };
  return (
    <Page bar={<NavBar title={title} back={back} end={isKnown && <ChartLink currency={currency} />} />}>
      {isKnown ? (
        <Assets>
          {(balances, updatedAt) => <Coin currency={currency} balances={balances} updatedAt={updatedAt} />}
        </Assets>
      ) : (
        <div className="pt-10">
          <Empty
            title={text('wallet.search.none')}
            action={
              <Link className="hit text-brand" to={ASSETS}>
                {text('wallet.title')}
              </Link>
            }
          />
        </div>
      )}
    </Page>
  );
}

/** Leads to the chart of the coin's market, where it has one. */
function ChartLink({ currency }: { currency: string }) {
  const text = useText();
  const { data } = useQuery(marketsQuery);
  const symbol = `${currency}/USDT`;
  if (!data?.list.some((market) => market.symbol === symbol)) return null;
  return (
    <Link
      className="iconbtn"
      to={`/pages/transaction/index?${new URLSearchParams({ symbol })}`}
      aria-label={text('wallet.coin.chart')}
    >
      <Icon name="candle" />
    </Link>
  );
}

type CoinProps = { currency: string; balances: Balances; updatedAt: number };

function Coin({ currency, balances, updatedAt }: CoinProps) {
  const own = balances.list.filter((balance) => balance.currency === currency && balance.account !== 'bonus');
  const { rateOf, marks } = useWorth(own);
  const held = own.filter((balance) => ownedIn(balance) > ZERO);
  const coin = holdingOf(currency, held, rateOf);
  const costs = useCosts(balances.seq);
  const unrealised = rateOf === undefined ? undefined : unrealisedIn(costs, currency, rateOf);
  return (
    <div className="lg:mx-auto lg:max-w-5xl">
      <LiveFigures updatedAt={updatedAt} marks={marks}>
        <div className="lg:grid lg:grid-cols-2 lg:gap-8 lg:pt-2">
          <div>
            <CoinHero coin={coin} />
            <CoinVerbs currency={currency} list={own} />
            <CoinAccounts coin={coin} />
          </div>
          <Panel loading={<Skeleton className="mx-gutter mt-4 h-52" />}>
            <Result currency={currency} unrealised={unrealised} rateOf={rateOf} />
          </Panel>
        </div>
      </LiveFigures>
      <CoinLedger currency={currency} />
    </div>
  );
}

/** Shows what is held over all accounts, and which part of it is in orders. */
function CoinHero({ coin: { currency, total, available, frozen, worth } }: { coin: CoinHolding }) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  const show = (amount: Amount) => (isHidden ? HIDDEN : showAmount(amount, shownPlaces(currency)));
  const value = useWorthText(worth ?? ZERO);
  const share = total === ZERO ? 0 : Number((available * 1_000n) / total) / 10;
  return (
    <section className="px-gutter pt-1">
      <div className="flex items-center gap-2 text-label text-ink-3">
        <CoinIcon code={currency} size={20} />
        {text('wallet.coin.balance')}
        <HideButton />
      </div>
      <div className="mt-0.5 flex flex-wrap items-baseline justify-between gap-x-3">
        <p className="text-display wrap-anywhere">
          {show(total)} <span className="text-h2 text-ink-2">{currency}</span>
        </p>
        {worth !== undefined && !isHidden && <span className="text-label text-ink-3">≈ {value}</span>}
      </div>
      <div className="mt-2 flex h-1.5 gap-0.5 overflow-hidden rounded-full bg-s2" aria-hidden="true">
        <i className="grow-(--v) basis-0 bg-brand" style={{ '--v': share }} />
        <i className="grow-(--v) basis-0 bg-brand/40" style={{ '--v': frozen === ZERO ? 0 : 100 - share }} />
      </div>
      <div className="mt-2 flex flex-wrap justify-between gap-x-3 text-label text-ink-3">
        <span>
          {text('wallet.available')} <b className="font-medium text-ink">{show(available)}</b>
        </span>
        <span>
          {text('wallet.records.frozen')} <b className="font-medium text-ink">{show(frozen)}</b>
        </span>
      </div>
    </section>
  );
}

function CoinVerbs({ currency, list }: { currency: string; list: readonly Balance[] }) {
  const { data } = useQuery(marketsQuery);
  const mode = useSession(({ user }) => user?.book ?? 'real');
  const actions = coinActions(currency, list, tradePath(currency, data?.list ?? []), mode, useIsOpen());
  return (
    <div className="mt-4">
      <Verbs actions={actions.slice(0, 4)} />
    </div>
  );
}

/** Lists the accounts that hold the coin; a single one needs no list of its own. */
function CoinAccounts({ coin: { currency, accounts } }: { coin: CoinHolding }) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  const show = (amount: Amount) => (isHidden ? HIDDEN : showAmount(amount, shownPlaces(currency)));
  if (accounts.length === 0) return null;
  return (
    <ul className="mx-gutter mt-4 rounded-control bg-s1 px-4 py-1">
      {accounts.map((balance) => (
        <li key={balance.account} className="flex min-h-10 items-center justify-between gap-3 text-label">
          <span className="text-ink-2">{text(`wallet.account.${balance.account}`)}</span>
          <span>{show(ownedIn(balance))}</span>
        </li>
      ))}
    </ul>
  );
}

type ResultProps = { currency: string; unrealised: Unrealised | undefined; rateOf: RateOf | undefined };

/** Shows the unrealised result, and the price against the average cost. */
function Result({ currency, unrealised, rateOf }: ResultProps) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  const { data } = useQuery(marketsQuery);
  const market = data?.list.find((it) => it.symbol === `${currency}/USDT`);
  if (market === undefined) return null;
  return (
    <section className="mt-5">
      {unrealised !== undefined && (
        <div className="flex flex-wrap items-end justify-between gap-x-4 px-gutter">
          <div>
            <p className="text-label text-ink-3">{text('wallet.cost.unrealised')}</p>
            <p className={`text-h2 text-(--tone) tone-${directionOf(unrealised.result, 2)}`}>
              {isHidden ? '' : `${signedUsdt(unrealised.result)} `}
              {unrealised.ratio !== undefined && <span className="text-label">{showPercent(unrealised.ratio)}</span>}
            </p>
          </div>
          <p className="text-right text-label text-ink-3">
            {text('wallet.cost.average')}
            <b className="block font-medium text-ink">
              {isHidden ? HIDDEN : showPrice(unrealised.average, market.precision)}
            </b>
          </p>
        </div>
      )}
      <CoinChart market={market} average={isHidden ? undefined : unrealised?.average} price={rateOf?.(currency)} />
      {unrealised !== undefined && (
        <p className="mt-2 px-gutter text-micro text-pretty text-ink-3">{text('wallet.cost.method')}</p>
      )}
    </section>
  );
}

const signedUsdt = (result: Amount) => {
  const sign = { up: '+', down: '−', flat: '' }[directionOf(result, 2)];
  return `${sign}${showAmount((result < ZERO ? -result : result) as Amount, 2)} USDT`;
};

const GROUPS = ['all', 'trade', 'convert', 'in', 'out', 'transfer', 'hold'] as const;

/** Lists what changed the coin, by kind. */
function CoinLedger({ currency }: { currency: string }) {
  const text = useText();
  const [group, setGroup] = useState<(typeof GROUPS)[number]>('all');
  const request = useMemo(
    () => (group === 'all' ? { currency, holds: true } : { currency, kind: group }),
    [currency, group],
  );
  return (
    <section className="mt-6 pb-6">
      <div className="px-gutter">
        <ChipGroup
          label={text('wallet.records.kinds')}
          chips={GROUPS.map((value) => ({
            value,
            label: text(value === 'all' ? 'wallet.records.all' : `wallet.records.group.${value}`),
          }))}
          value={group}
          onChange={setGroup}
        />
      </div>
      <RecordList
        key={group}
        request={request}
        coin={currency}
        hasNets={group === 'all'}
        none={<Empty title={text('wallet.records.none')} />}
      />
    </section>
  );
}
