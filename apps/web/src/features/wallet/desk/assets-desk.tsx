import type { RateOf } from '@app/domain/wallet';
import { type Amount, max, ZERO } from '@app/money';
import {
  buttonClass,
  Delayed,
  Empty,
  ErrorPanel,
  FrameBadge,
  FrameName,
  Icon,
  Page,
  PageTitle,
  Panel,
  SearchField,
  Skeleton,
  SkeletonRows,
  Switch,
} from '@app/ui';
import { useContext, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Balances } from '../../../data/account/balances.ts';
import { useCosts } from '../../../data/account/costs.ts';
import { useIsOpen } from '../../../data/app/openness.ts';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useSession } from '../../../data/session/session.ts';
import { assetActions } from '../actions/asset-actions.ts';
import { allocationOf } from '../assets/allocation.ts';
import { Assets, DemoCard, LiveFigures } from '../assets/assets-frame.tsx';
import { AccountChips, BonusNote, hideSmall, useSmallHidden, useWorthText } from '../assets/coin-list.tsx';
import { accountWorths, coinsIn, narrow, type ShownAccount, worthOfCoins } from '../assets/coins.ts';
import { AllocationBar, AllocationGhost, TotalHero } from '../assets/total-hero.tsx';
import { LastKnown, useDetails } from '../records/record-list.tsx';
import { RecordRow } from '../records/record-rows.tsx';
import { RecordSheet } from '../records/record-sheet.tsx';
import { useRecords } from '../records/records-query.ts';
import { useUnit } from '../valuation/unit.ts';
import { useWorth } from '../valuation/worth.ts';
import { CoinTable } from './coin-table.tsx';
import { AssetKeys, useAssetKeys } from './desk-keys.tsx';

/** Lays out the assets in a wide window: a table of coins, and accounts and recent records beside it. */
export function AssetsDesk() {
  return (
    <Page bar={<DeskBar />}>
      <Assets isWhole>{(balances, updatedAt) => <Desk balances={balances} updatedAt={updatedAt} />}</Assets>
    </Page>
  );
}

function DeskBar() {
  const text = useText();
  const badge = useContext(FrameBadge);
  const name = useContext(FrameName);
  const mode = useSession(({ user }) => user?.book ?? 'real');
  const actions = assetActions(mode, useIsOpen());
  const title = text('wallet.title');
  return (
    <header className="flex h-15 flex-none items-center gap-4 border-b border-line px-5">
      <title>{`${title} · ${name ?? ''}`}</title>
      <h1 id={useContext(PageTitle)} className="text-h2">
        {title}
      </h1>
      {badge}
      <nav className="ml-auto flex items-center gap-2 [--ctl:36px]" aria-label={text('wallet.equity.actions')}>
        {actions.map(({ name: key, icon, label, path = '' }, index) => (
          <Link
            key={key}
            className={`${buttonClass({ size: 'small', tone: index === 0 ? 'primary' : 'plain' })} gap-1.5`}
            to={path}
          >
            <Icon name={icon} size={16} />
            {text(label)}
          </Link>
        ))}
        <Link className={`${buttonClass({ size: 'small' })} gap-1.5`} to="/pages/fund/assets_all_record">
          <Icon name="doc" size={16} />
          {text('wallet.records.title')}
        </Link>
      </nav>
    </header>
  );
}

type DeskProps = { balances: Balances; updatedAt: number };

function Desk({ balances, updatedAt }: DeskProps) {
  const { rateOf, marks, worth, holdings } = useWorth(balances.list);
  const parts = allocationOf(holdings, rateOf ?? (() => undefined), 5);
  return (
    <div className="flex h-full flex-col">
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_324px] [--gutter:20px]">
        <section className="min-h-0 overflow-y-auto overscroll-contain pt-3">
          <LiveFigures updatedAt={updatedAt} marks={marks}>
            <Panel>
              <TotalHero balances={balances} worth={worth} rateOf={rateOf} />
              {worth === undefined ? <AllocationGhost /> : <AllocationBar parts={parts} />}
            </Panel>
            <Panel>
              <Coins balances={balances} rateOf={rateOf} />
            </Panel>
          </LiveFigures>
        </section>
        <aside className="flex min-h-0 flex-col overflow-y-auto border-l border-line bg-s1 pb-5 [--under:var(--s1)]">
          <LiveFigures updatedAt={updatedAt} marks={marks}>
            <AccountLevels balances={balances} rateOf={rateOf} isKnown={worth !== undefined} />
          </LiveFigures>
          <BonusNote balances={balances} />
          <DemoCard />
          <Panel>
            <Recent />
          </Panel>
        </aside>
      </div>
      <AssetKeys />
    </div>
  );
}

type WorthProps = { balances: Balances; rateOf: RateOf | undefined };

function Coins({ balances, rateOf }: WorthProps) {
  const text = useText();
  const [account, setAccount] = useState<ShownAccount>('all');
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const search = useRef<HTMLDivElement>(null);
  const { isOn } = useSmallHidden();
  const costs = useCosts(balances.seq);
  const coins = coinsIn(balances.list, account, rateOf);
  const { shown, leftOut } = narrow(coins, {
    query,
    isSmallHidden: isOn,
    unit: useUnit(),
  });
  const selected = shown.find(({ currency }) => currency === chosen)?.currency;
  const toggle = (currency: string) =>
    setOpen((before) =>
      before.has(currency) ? new Set([...before].filter((it) => it !== currency)) : new Set([...before, currency]),
    );
  useAssetKeys({
    coins: shown.map(({ currency }) => currency),
    selected,
    onSelect: setChosen,
    onToggle: toggle,
    search,
  });
  return (
    <>
      <AccountChips account={account} onChoose={setAccount} />
      <div className="flex items-center justify-end gap-4 px-5 pt-3 pb-1">
        <span className="flex items-center gap-2 text-label text-ink-3">
          <span aria-hidden="true">{text('wallet.small')}</span>
          <Switch label={text('wallet.small')} checked={isOn} onChange={hideSmall} />
        </span>
        <div ref={search} className="w-56 [--ctl:36px]">
          <SearchField
            label={text('wallet.search')}
            clearLabel={text('system.clear')}
            value={query}
            onChange={setQuery}
          />
        </div>
      </div>
      {coins.length === 0 && (
        <Empty
          title={text('wallet.empty.title')}
          text={text(account === 'all' ? 'wallet.empty.text' : 'wallet.empty.account')}
        />
      )}
      {coins.length > 0 && shown.length + leftOut === 0 && <Empty title={text('wallet.search.none')} />}
      {shown.length > 0 && (
        <CoinTable
          coins={shown}
          total={worthOfCoins(coins)}
          costs={account === 'all' ? costs : undefined}
          rateOf={rateOf}
          selected={selected}
          open={open}
          onToggle={toggle}
        />
      )}
      {leftOut > 0 && (
        <p className="px-5 py-3 text-label text-ink-3">{text('wallet.small.hidden', { count: leftOut })}</p>
      )}
      <p className="px-5 py-4 text-label text-ink-3">{text('wallet.cost.method')}</p>
    </>
  );
}

/** Shows the value of each account against the largest, once prices are known. */
function AccountLevels({ balances, rateOf, isKnown }: WorthProps & { isKnown: boolean }) {
  const text = useText();
  const worths = accountWorths(balances.list, rateOf).toSorted((a, b) => (a.worth > b.worth ? -1 : 1));
  const most = worths.reduce((top, { worth }) => max(top, worth), ZERO);
  return (
    <section aria-label={text('wallet.transfers.accounts')}>
      <h2 className="flex h-11 items-center px-5 text-label font-semibold">{text('wallet.transfers.accounts')}</h2>
      <ul className="grid gap-1 px-5">
        {worths.map(({ account, worth }) => (
          <li key={account} className="grid h-7 grid-cols-[96px_minmax(0,1fr)_auto] items-center gap-3 text-label">
            <span className="truncate text-ink-2">{text(`wallet.account.${account}`)}</span>
            <span className="h-1 rounded-full bg-s3" aria-hidden="true">
              <i
                className="block h-full w-(--v) rounded-full bg-brand"
                style={{ '--v': `${most === ZERO ? 0 : Number((worth * 1_000n) / most) / 10}%` }}
              />
            </span>
            {isKnown ? <AccountWorth worth={worth} /> : <Skeleton className="h-4 w-16" />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function AccountWorth({ worth }: { worth: Amount }) {
  return <span className={worth === ZERO ? 'text-ink-3' : ''}>{useWorthText(worth)}</span>;
}

const RECENT = 7;
const NEWEST = {};

/** Lists the last records, with a link to all. */
function Recent() {
  const text = useText();
  const { records, query } = useRecords(NEWEST, RECENT);
  const details = useDetails();
  return (
    <section className="mt-3 border-t border-line pt-1 [--gutter:20px]" aria-label={text('wallet.records.recent')}>
      <h2 className="flex h-11 items-center justify-between px-5 text-label font-semibold">
        {text('wallet.records.recent')}
        <Link className="hit font-normal text-ink-3" to="/pages/fund/assets_all_record">
          {text('wallet.records.all_records')}
        </Link>
      </h2>
      {query.isPending && (
        <Delayed>
          <SkeletonRows count={3} />
        </Delayed>
      )}
      {query.data === undefined && query.error !== null && (
        <ErrorPanel
          title={text('system.load.failed')}
          text={describeFailure(query.error, text)}
          retry={{ label: text('system.retry'), go: () => void query.refetch() }}
        />
      )}
      <LastKnown query={query}>
        {records.slice(0, RECENT).map((record) => (
          <RecordRow key={String(record.id)} isShort record={record} onOpen={() => details.open(record)} />
        ))}
        {records.length === 0 && query.data !== undefined && !query.hasNextPage && (
          <p className="px-5 text-label text-ink-3">{text('wallet.records.none')}</p>
        )}
      </LastKnown>
      <RecordSheet record={details.opened} onClose={details.close} />
    </section>
  );
}
