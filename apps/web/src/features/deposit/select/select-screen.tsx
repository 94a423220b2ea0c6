import { shownPlaces } from '@app/domain/wallet';
import { showAmount, sum } from '@app/money';
import { CoinIcon, Delayed, Empty, ErrorPanel, Icon, NavBar, Page, SearchField, SkeletonRows } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type Balance, ownedIn, useBalances } from '../../../data/account/balances.ts';
import { coinsOf } from '../../../data/account/coin-networks.ts';
import { HIDDEN, useHiddenAmounts } from '../../../data/account/hidden-amounts.ts';
import { networkName } from '../../../data/account/network-name.ts';
import { useIsOpen } from '../../../data/app/openness.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { storage } from '../../../lib/storage.ts';
import { useCoinName } from '../coin-name.ts';
import { ASSETS_PATH, DepositGate, RECORDS_PATH, WithdrawClosed } from '../deposit-gate.tsx';
import { type ClosedBecause, networksQuery } from '../networks.ts';
import {
  ownCoins,
  PAGE_OF,
  type Purpose,
  pageWithCoin,
  purposeIn,
  recentsIn,
  searchCoins,
  withRecent,
} from './coin-choice.ts';

/** /pages/fund/select?for=deposit|withdraw|transfer */
export default function SelectScreen() {
  const text = useText();
  const [address] = useSearchParams();
  const purpose = purposeIn(address);
  const back = { label: text('system.back'), go: useBack(ASSETS_PATH) };
  return (
    <Page bar={<NavBar title={text('wallet.coin.choose')} back={back} end={purpose !== 'transfer' && <Records />} />}>
      {purpose === 'deposit' ? (
        <DepositGate loading={<Loading />}>
          <CoinsToDeposit />
        </DepositGate>
      ) : (
        <CoinsToSend purpose={purpose} />
      )}
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
    <SkeletonRows count={5} />
  </Delayed>
);

/** A row of the list; a coin without a page cannot be chosen. */
type Coin = {
  readonly code: string;
  readonly name: string;
  readonly about: string;
  readonly closedBecause?: ClosedBecause | undefined;
  readonly amount?: string;
};

function CoinsToDeposit() {
  const text = useText();
  const nameOf = useCoinName();
  const { data, error, refetch } = useQuery(networksQuery);
  if (data === undefined) return <Unknown error={error} onRetry={() => void refetch()} />;
  const coins = coinsOf(data).map(({ code, networks, closedBecause }) => {
    const name = nameOf(code);
    const open = networks.filter((it) => it.is_open || closedBecause !== undefined);
    // A coin of its own network needs no second name.
    const names = open
      .map(({ chain }) => networkName(chain))
      .filter((it) => closedBecause !== undefined || it !== name);
    return { code, name, about: names.join(' · '), closedBecause };
  });
  return <CoinPicker purpose="deposit" coins={coins} none={<Empty title={text('wallet.search.none')} />} />;
}

/** Lists the coins the user owns; where the page they are chosen for is closed, says so. */
function CoinsToSend({ purpose }: { purpose: Exclude<Purpose, 'deposit'> }) {
  const text = useText();
  const nameOf = useCoinName();
  const isOpen = useIsOpen();
  const { isHidden } = useHiddenAmounts();
  const { data, error, refetch } = useBalances();
  if (!isOpen(PAGE_OF[purpose])) return <WithdrawClosed />;
  if (data === undefined) return <Unknown error={error} onRetry={() => void refetch()} />;
  const coins = ownCoins(data.list).map((code) => ({
    code,
    name: nameOf(code),
    about: '',
    amount: isHidden ? HIDDEN : totalOf(data.list, code),
  }));
  const none = <Empty title={text('wallet.empty.title')} text={text('wallet.empty.text')} />;
  return <CoinPicker purpose={purpose} coins={coins} none={none} />;
}

const totalOf = (list: readonly Balance[], code: string): string =>
  showAmount(
    sum(list.filter(({ account, currency }) => account !== 'bonus' && currency === code).map(ownedIn)),
    shownPlaces(code),
  );

function Unknown({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const text = useText();
  if (error === null) return <Loading />;
  return (
    <ErrorPanel
      title={text('system.load.failed')}
      text={describeFailure(error, text)}
      retry={{ label: text('system.retry'), go: onRetry }}
    />
  );
}

const RECENTS = 'coins_chosen';

type PickerProps = { purpose: Purpose; coins: readonly Coin[]; none: ReactNode };

function CoinPicker({ purpose, coins, none }: PickerProps) {
  const text = useText();
  const [query, setQuery] = useState('');
  const [recents] = useState(() => recentsIn(storage.read(RECENTS)));
  const chips = recents.flatMap((code) => coins.find((it) => it.code === code && it.closedBecause === undefined) ?? []);
  const found = searchCoins(query, coins);
  const remember = (code: string) => storage.write(RECENTS, withRecent(recents, code));
  return (
    <>
      <search className="block px-gutter pt-1 pb-2">
        <SearchField
          label={text('wallet.search')}
          value={query}
          onChange={setQuery}
          clearLabel={text('system.clear')}
        />
      </search>
      {query.trim() === '' && chips.length > 0 && (
        <section className="pb-2">
          <h2 className="px-gutter pb-2 text-label text-ink-3">{text('deposit.recent')}</h2>
          <div className="chips px-gutter">
            {chips.map(({ code }) => (
              <Link key={code} className="chip" to={pageWithCoin(purpose, code)} onClick={() => remember(code)}>
                <CoinIcon code={code} size={16} />
                {code}
              </Link>
            ))}
          </div>
        </section>
      )}
      {found.length === 0 && (query.trim() === '' ? none : <Empty title={text('wallet.search.none')} />)}
      <ul aria-label={text('wallet.transfers.coins')} className="pb-6">
        {found.map((coin) => (
          <li key={coin.code}>
            {coin.closedBecause === undefined ? (
              <Link
                className="row py-1.5 focus-visible:-outline-offset-4"
                to={pageWithCoin(purpose, coin.code)}
                onClick={() => remember(coin.code)}
              >
                <CoinFace coin={coin} />
              </Link>
            ) : (
              <div className="row py-1.5">
                <CoinFace coin={coin} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function CoinFace({ coin: { code, name, about, closedBecause, amount } }: { coin: Coin }) {
  const text = useText();
  const isClosed = closedBecause !== undefined;
  return (
    <>
      <span className={isClosed ? 'flex-none opacity-50 grayscale' : 'flex-none'}>
        <CoinIcon code={code} size={32} />
      </span>
      <span className="row__main">
        <span className={`row__t flex-wrap gap-y-0 ${isClosed ? 'text-ink-3' : ''}`}>
          {code}
          <span className="text-label font-normal text-ink-3">{name}</span>
        </span>
        {isClosed ? (
          <span className="row__s block">
            {[about, text(`deposit.closed.${closedBecause}`)].filter(Boolean).join(' · ')}
          </span>
        ) : (
          about !== '' && <span className="row__s block">{about}</span>
        )}
      </span>
      {amount !== undefined && <span className="row__trail row__v">{amount}</span>}
      {!isClosed && (
        <span className="text-ink-3">
          <Icon name="right" size={16} />
        </span>
      )}
    </>
  );
}
