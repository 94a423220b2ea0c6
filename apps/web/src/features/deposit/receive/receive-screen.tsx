import { CoinIcon, Delayed, Empty, ErrorPanel, Icon, NavBar, Note, Page, Skeleton } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useSearchParams } from 'react-router';
import { chosenNetwork, coinsOf, networksOf } from '../../../data/account/coin-networks.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { MissingCoins } from '../claim/missing-coins.tsx';
import { useCoinName } from '../coin-name.ts';
import { ASSETS_PATH, DepositGate, RECORDS_PATH } from '../deposit-gate.tsx';
import { type ClosedBecause, type Network, networksQuery } from '../networks.ts';
import { isCoinCode } from '../select/coin-choice.ts';
import { AddressPanel } from './address-panel.tsx';
import { readKeptAddresses } from './address-query.ts';
import { Arriving } from './arriving.tsx';
import { NetworkChoice } from './network-choice.tsx';

const SELECT = '/pages/fund/select?for=deposit';

/** /pages/fund/receive?currency=USDT&chain=ERC20 */
export default function ReceiveScreen() {
  const text = useText();
  const [address] = useSearchParams();
  const currency = address.get('currency') ?? '';
  const back = { label: text('system.back'), go: useBack(ASSETS_PATH) };
  if (!isCoinCode(currency)) return <Navigate to={SELECT} replace />;
  return (
    <Page bar={<NavBar title={text('wallet.deposit.title')} back={back} end={<Records />} />}>
      <DepositGate loading={<Loading />}>
        <Receive key={currency} currency={currency} />
      </DepositGate>
    </Page>
  );
}

function Records() {
  const text = useText();
  return (
    <Link className="iconbtn" to={RECORDS_PATH} aria-label={text('deposit.records')}>
      <Icon name="doc" />
    </Link>
  );
}

const Loading = () => (
  <Delayed>
    <div className="flex flex-col gap-4 px-gutter pt-1">
      <Skeleton className="h-12 rounded-control" />
      <Skeleton className="h-18 rounded-control" />
      <Skeleton className="mx-auto mt-2 size-55 rounded-control" />
    </div>
  </Delayed>
);

function Receive({ currency }: { currency: string }) {
  const { networks, isKept, error, refetch } = useNetworks(currency);
  const [address, setAddress] = useSearchParams();
  if (networks === undefined) return error === null ? <Loading /> : <NotLoaded error={error} onRetry={refetch} />;
  if (networks.length === 0) return <NoSuchCoin />;
  const chosen = chosenNetwork(networks, address.get('chain'));
  const choose = (chain: string) => setAddress({ currency, chain }, { replace: true });
  return (
    <div className="flex flex-col gap-4 px-gutter pt-1 pb-6">
      <CoinLink currency={currency} />
      <NetworkChoice networks={networks} chosen={chosen} onChoose={choose} />
      {chosen === undefined ? (
        <NoNetwork currency={currency} closedBecause={coinsOf(networks)[0]?.closedBecause} />
      ) : (
        <AddressPanel key={chosen.chain} network={chosen} isCut={isKept} />
      )}
      {!isKept && <Arriving currency={currency} />}
      {!isKept && <MissingCoins currency={currency} networks={networks} chosen={chosen?.chain} />}
    </div>
  );
}

/** Returns the networks of a coin; while the server cannot be reached, those whose address this device knows. */
function useNetworks(currency: string) {
  const scope = useSessionScope();
  const { data, error, refetch } = useQuery(networksQuery);
  const kept: readonly Network[] = data === undefined && error !== null ? readKeptAddresses(scope) : [];
  const known = data ?? (kept.length > 0 ? kept : undefined);
  const networks = known && networksOf(known, currency);
  return {
    networks: data === undefined && networks?.length === 0 ? undefined : networks,
    isKept: data === undefined,
    error,
    refetch: () => void refetch(),
  };
}

function NotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const text = useText();
  return (
    <ErrorPanel
      title={text('system.load.failed')}
      text={describeFailure(error, text)}
      retry={{ label: text('system.retry'), go: onRetry }}
    />
  );
}

function NoSuchCoin() {
  const text = useText();
  const action = (
    <Link className="hit text-brand" to={SELECT} replace>
      {text('wallet.coin.choose')}
    </Link>
  );
  return (
    <div className="pt-10">
      <Empty title={text('wallet.search.none')} action={action} />
    </div>
  );
}

/** The coin, which leads to the list to choose another one from. */
function CoinLink({ currency }: { currency: string }) {
  const text = useText();
  const name = useCoinName()(currency);
  return (
    <Link className="field" to={SELECT} replace aria-label={`${text('wallet.coin')}: ${currency}`}>
      <CoinIcon code={currency} size={24} />
      <span className="field__v font-semibold">
        {currency} {name !== currency && <span className="text-label font-normal text-ink-3">{name}</span>}
      </span>
      <span className="text-ink-3">
        <Icon name="down" size={20} />
      </span>
    </Link>
  );
}

type NoNetworkProps = { currency: string; closedBecause: ClosedBecause | undefined };

/** No network is chosen: the user has to, or none is open. */
function NoNetwork({ currency, closedBecause }: NoNetworkProps) {
  const text = useText();
  if (closedBecause === undefined) return <Note icon="info">{text('deposit.network.choose', { coin: currency })}</Note>;
  return (
    <Note icon="warn" tone="warn">
      <b>{text('deposit.none_open', { coin: currency })}</b>{' '}
      {text(closedBecause === 'not_connected' ? 'deposit.none_open.text' : 'deposit.none_open.paused')}
    </Note>
  );
}
