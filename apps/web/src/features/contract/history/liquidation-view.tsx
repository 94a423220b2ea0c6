import { sideOf } from '@app/client/contract';
import { shownPlaces } from '@app/domain/wallet';
import { absolute, add, type Rate, showAmount, showPercent } from '@app/money';
import { Button, ErrorPanel, Facts, Icon, type IconName, Skeleton, StickyActionBar, Tag } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useBalances } from '../../../data/account/balances.ts';
import type { EndedDeal } from '../../../data/account/deals.ts';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { clockText, ownZone } from '../../../lib/zoned-days.ts';
import { MARGIN_CURRENCY } from '../position/use-position.ts';
import { unitsOf } from './deal-figures.ts';
import { DealName } from './deal-rows.tsx';
import {
  feeText,
  forcedOf,
  inMoney,
  lotsText,
  moneyText,
  priceText,
  signedText,
  usePrecision,
  whenText,
} from './deal-texts.ts';
import { receiptQuery } from './deals-query.ts';
import { LiquidationChart } from './liquidation-chart.tsx';
import { type LiquidationFacts, liquidationFactsOf } from './liquidation-facts.ts';
import { TryInDemo } from './try-in-demo.tsx';

type Forced = EndedDeal['settlements'][number];
type Props = { deal: EndedDeal; details: ReactNode };

/** Explains a forced close: what happened, by which tick, what it cost, and what would have prevented it. */
export function LiquidationView({ deal, details }: Props) {
  const text = useText();
  const forced = forcedOf(deal);
  const precision = usePrecision()(deal.symbol);
  const { data, error, refetch } = useQuery({ ...receiptQuery(forced?.id ?? 0n), enabled: forced !== undefined });
  if (forced === undefined) return null;
  const facts = data && liquidationFactsOf(data.body);
  return (
    <div className="pb-6">
      <div className="flex flex-wrap items-center gap-2 pt-2 text-body">
        <DealName deal={deal} text={text} />
        <Tag tone="warn">{text(facts?.isPart ? 'deals.forced.part' : 'deals.cause.liquidation')}</Tag>
      </div>
      <h2 className="pt-2 text-hero text-balance">{text('deals.forced.head')}</h2>
      {facts !== undefined && <Moved deal={deal} forced={forced} facts={facts} />}
      {data === undefined && error === null && <Skeleton className="mt-3 h-37" />}
      {data === undefined && error !== null && (
        <ErrorPanel
          title={text('system.load.failed')}
          text={describeFailure(error, text)}
          retry={{ label: text('system.retry'), go: () => void refetch() }}
        />
      )}
      {facts !== undefined && (
        <div className="pt-3">
          <LiquidationChart
            symbol={deal.symbol}
            precision={precision}
            facts={facts}
            openedAt={deal.opened ?? deal.created}
            closedAt={forced.at}
          />
        </div>
      )}
      <Outcome forced={forced} />
      <Ticks deal={deal} forced={forced} facts={facts} precision={precision} />
      <Rest forced={forced} />
      {facts !== undefined && <NextTime facts={facts} precision={precision} />}
      <h3 className="pt-6 pb-1 text-title">{text('deals.details')}</h3>
      {details}
    </div>
  );
}

/** Offers the same trade with less leverage, and the way back; both within reach of a thumb. */
export function LiquidationActions({ deal, onDone }: { deal: EndedDeal; onDone: () => void }) {
  const text = useText();
  const forced = forcedOf(deal);
  const { data } = useQuery({ ...receiptQuery(forced?.id ?? 0n), enabled: forced !== undefined });
  const calmer = data && liquidationFactsOf(data.body)?.calmer;
  return (
    <StickyActionBar>
      {calmer !== undefined && <TryInDemo deal={deal} leverage={calmer.leverage} />}
      <Button tone="primary" wide onClick={onDone}>
        {text('deals.done')}
      </Button>
    </StickyActionBar>
  );
}

/** Says when it was and how far the price had moved. */
function Moved({ deal, forced, facts }: { deal: EndedDeal; forced: Forced; facts: LiquidationFacts }) {
  const text = useText();
  const [base = deal.symbol] = deal.symbol.split('/');
  const share = showPercent(absolute(facts.moved) as Rate).replace('+', '');
  return (
    <p className="pt-1 text-label text-ink-2">
      {text(`deals.forced.moved.${sideOf(deal)}`, { time: whenText(forced.at, text), coin: base, share })}
    </p>
  );
}

/** Shows how the margin was divided. */
function Outcome({ forced }: { forced: Forced }) {
  const text = useText();
  const fees = add(add(forced.fee, forced.liquidation_fee), forced.overnight);
  return (
    <dl className="liq-outcome">
      <div>
        <dt>{text('deals.margin')}</dt>
        <dd>{moneyText(forced.margin)}</dd>
      </div>
      <div>
        <dt>{text('deals.loss')}</dt>
        <dd className="price tone-down">{signedText(forced.result)}</dd>
      </div>
      <div>
        <dt>{text('deals.fees')}</dt>
        <dd>{fees === 0n ? moneyText(fees) : `−${moneyText(fees)}`}</dd>
      </div>
      <div>
        <dt>{text('deals.returned')}</dt>
        <dd>{moneyText(forced.returned)}</dd>
      </div>
    </dl>
  );
}

type TicksProps = {
  deal: EndedDeal;
  forced: Forced;
  facts: LiquidationFacts | undefined;
  precision: number | undefined;
};

/** Shows the index price that decided, the platform's price it closed at, and who paid what the margin did not. */
function Ticks({ deal, forced, facts, precision }: TicksProps) {
  const text = useText();
  const [base = ''] = deal.symbol.split('/');
  const at = clockText(forced.at, ownZone(), 'second');
  const size = `${lotsText(unitsOf(forced.lots, deal))} ${base}`;
  const side = sideOf(deal) === 'long' ? 'bid' : 'ask';
  return (
    <Facts
      facts={[
        [text('deals.forced.tick'), facts === undefined ? at : `${priceText(facts.index, precision)} · ${at}`],
        [text(`deals.forced.${side}`), `${priceText(forced.price, precision)} · ${size}`],
        ...(forced.shortfall > 0n
          ? [[text('deals.forced.shortfall'), inMoney(feeText(forced.shortfall))] as const]
          : []),
      ]}
    />
  );
}

/** Shows that only this position's margin was at risk, and where to recompute the close. */
function Rest({ forced }: { forced: Forced }) {
  const text = useText();
  const balances = useBalances().data?.list;
  const own = balances?.find(({ account, currency }) => account === 'contract' && currency === MARGIN_CURRENCY);
  const owned = own === undefined ? undefined : add(own.available, own.frozen);
  const amount = owned === undefined ? '—' : showAmount(owned, shownPlaces(MARGIN_CURRENCY));
  return (
    <div className="group mx-0! mt-3">
      <div className="row py-3">
        <Lead name="shield-check" />
        <div className="row__main">
          <div className="row__t">{text('deals.forced.rest')}</div>
          <div className="row__s">{text('deals.forced.rest.text', { amount: inMoney(amount) })}</div>
        </div>
      </div>
      <Link className="row py-3" to={`/pages/plus/verify?id=${forced.id}`}>
        <Lead name="hash" />
        <div className="row__main">
          <div className="row__t">{text('deals.forced.check')}</div>
          <div className="row__s">{text('deals.forced.check.text')}</div>
        </div>
        <Icon name="right" size={16} />
      </Link>
    </div>
  );
}

const Lead = ({ name }: { name: IconName }) => (
  <span className="grid size-8 shrink-0 place-items-center rounded-full bg-s3 text-ink-2">
    <Icon name={name} size={20} />
  </span>
);

/** Says what would have kept the position open longer, or closed it earlier. */
function NextTime({ facts, precision }: { facts: LiquidationFacts; precision: number | undefined }) {
  const text = useText();
  const { calmer, hadStop, side } = facts;
  return (
    <>
      <h3 className="pt-5 pb-2 text-title">{text('deals.next')}</h3>
      <ul className="grid gap-2.5 text-label text-ink-2">
        {calmer !== undefined && (
          <Advice icon="gauge">
            {calmer.liquidation === undefined
              ? text('deals.next.always', { leverage: calmer.leverage })
              : text(`deals.next.${side}`, {
                  leverage: calmer.leverage,
                  price: priceText(calmer.liquidation, precision),
                })}
          </Advice>
        )}
        {!hadStop && <Advice icon="flag">{text('deals.next.stop')}</Advice>}
        <Advice icon="plus">{text('deals.next.margin')}</Advice>
      </ul>
    </>
  );
}

const Advice = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <li className="flex items-start gap-3">
    <span className="text-ink-3">
      <Icon name={icon} size={20} />
    </span>
    <span>{children}</span>
  </li>
);
