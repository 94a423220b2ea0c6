import { ErrorPanel, Facts, FullSheet, Icon, IconButton, Sheet, Skeleton } from '@app/ui';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import type { EndedDeal } from '../../../data/account/deals.ts';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { lazyPart } from '../../../lib/lazy-once.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { figuresOfDeal, unitsOf } from './deal-figures.ts';
import { DealId } from './deal-id.tsx';
import { Nights, Settlements } from './deal-parts.tsx';
import { DealName } from './deal-rows.tsx';
import {
  causeText,
  exactTime,
  feeText,
  forcedOf,
  inMoney,
  isCancelled,
  lotsText,
  moneyText,
  priceText,
  returnText,
  signedText,
  toneOf,
  UNKNOWN,
  usePrecision,
} from './deal-texts.ts';
import { ShareSheet } from './share-card.tsx';
import type { LinkedDeal } from './use-linked-deal.ts';

const LiquidationView = lazyPart(async () => (await import('./liquidation-view.tsx')).LiquidationView);
const LiquidationActions = lazyPart(async () => (await import('./liquidation-view.tsx')).LiquidationActions);

/** Shows one deal in full. A forced close gets a page of its own, which explains it. */
export function DealSheet({ target: { id, deal, error, retry, close } }: { target: LinkedDeal }) {
  const text = useText();
  const share = useSheet('deal-share');
  const isForced = deal !== undefined && forcedOf(deal) !== undefined;
  const bar = { onClose: close, closeLabel: text('system.close') };
  const canShare = deal !== undefined && !isCancelled(deal);
  const shareButton = canShare && (
    <IconButton label={text('deals.share')} onClick={share.open}>
      <Icon name="share" />
    </IconButton>
  );
  return (
    <>
      <FullSheet
        {...bar}
        open={isForced}
        title={text('deals.forced.title')}
        end={shareButton}
        foot={
          isForced && (
            <Suspense>
              <LiquidationActions deal={deal} onDone={close} />
            </Suspense>
          )
        }
      >
        {deal !== undefined && isForced && (
          <Suspense fallback={<Loading />}>
            <LiquidationView deal={deal} details={<Details deal={deal} />} />
          </Suspense>
        )}
      </FullSheet>
      <Sheet {...bar} open={id !== undefined && !isForced} title={text('deals.details')}>
        {deal === undefined && (error === null ? <Loading /> : <Failed error={error} retry={retry} />)}
        {deal !== undefined && !isForced && <Details deal={deal} end={shareButton} />}
      </Sheet>
      {deal !== undefined && <ShareSheet deal={deal} isOpen={share.isOpen} close={share.close} />}
    </>
  );
}

const Loading = () => <Skeleton className="m-gutter h-80 rounded-card" />;

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  const text = useText();
  return (
    <ErrorPanel
      title={text('system.load.failed')}
      text={describeFailure(error, text)}
      retry={{ label: text('system.retry'), go: retry }}
    />
  );
}

type Fact = readonly [label: string, value: ReactNode];

/** Shows all facts of a deal, every close with its receipt, and the nights it was charged for. */
function Details({ deal, end }: { deal: EndedDeal; end?: ReactNode }) {
  const text = useText();
  const precision = usePrecision()(deal.symbol);
  return (
    <div className="pb-4">
      <div className="flex items-center justify-between gap-2 pb-2">
        <p className="deal__open">
          <DealName deal={deal} text={text} />
        </p>
        {end}
      </div>
      <Facts facts={useFacts(deal, precision)} />
      {deal.entry_price !== null && (
        <>
          <Settlements deal={deal} precision={precision} />
          <Nights deal={deal} />
          <Link className="hit text-brand" to={`/pages/plus/verify?id=${deal.id}`}>
            {text('deals.check.opening')}
          </Link>
        </>
      )}
    </div>
  );
}

function useFacts(deal: EndedDeal, precision: number | undefined): readonly Fact[] {
  const text = useText();
  const when = (label: string, at: number | null): readonly Fact[] => (at === null ? [] : [[label, exactTime(at)]]);
  const [base = ''] = deal.symbol.split('/');
  const lots = `${lotsText(deal.opened_share)} · ${lotsText(unitsOf(deal.opened_share, deal))} ${base}`;
  return [
    ...(deal.cause === null ? [] : [[text('deals.why'), causeText(deal, text)] as const]),
    ...(deal.target_price === null ? [] : [[text('deals.limit'), priceText(deal.target_price, precision)] as const]),
    ...moneyFacts(deal, precision, text),
    [text('deals.lots'), lots],
    ...when(text('deals.ordered'), deal.created),
    ...when(text('deals.opened'), deal.opened),
    ...when(text('deals.closed'), deal.closed),
    [text('deals.id'), <DealId key="id" id={deal.id} />],
  ];
}

/** Returns figures only of what was opened: a zero would carry no information. */
function moneyFacts(deal: EndedDeal, precision: number | undefined, text: ReturnType<typeof useText>): readonly Fact[] {
  if (deal.entry_price === null) return [];
  const { exit, margin, result, fees, net, returned } = figuresOfDeal(deal);
  const entry: Fact = [text('deals.entry'), priceText(deal.entry_price, precision)];
  const stops: readonly Fact[] = [
    [text('deals.profit'), priceText(deal.target_profit_price, precision)],
    [text('deals.stop'), priceText(deal.stop_loss_price, precision)],
  ];
  const set = stops.filter(([, value]) => value !== UNKNOWN);
  if (deal.settlements.length === 0)
    return [
      entry,
      [text('deals.margin'), inMoney(moneyText(deal.margin))],
      ...set,
      [text('deals.fees'), inMoney(feeText(fees))],
    ];
  return [
    entry,
    [text('deals.exit'), priceText(exit, precision)],
    ...set,
    [text('deals.margin'), inMoney(moneyText(margin))],
    [text('deals.result'), inMoney(signedText(result))],
    [text('deals.fees'), inMoney(feeText(fees))],
    [
      text('deals.net'),
      <span key="net" className={`price tone-${toneOf(net)}`}>
        {inMoney(signedText(net))} · {returnText(returned)}
      </span>,
    ],
  ];
}
