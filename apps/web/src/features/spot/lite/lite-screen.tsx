import { buttonClass, Empty, Page, Panel, Skeleton } from '@app/ui';
import { Link, useSearchParams } from 'react-router';
import { MARKET_PATH } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { useMarkets } from '../../../data/market/markets.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { spotMarket } from '../trade/spot-market.ts';
import { LiteBar } from './lite-bar.tsx';
import { LiteTrade } from './lite-trade.tsx';

/** /pages/transaction/currency2?symbol=BTC/USDT&side=buy|sell */
export default function LiteScreen() {
  return (
    <Page bar={<LiteBar />}>
      <Panel loading={<Loading />}>
        <Content />
      </Panel>
    </Page>
  );
}

function Content() {
  const [fields] = useSearchParams();
  const scope = useSessionScope(); // Form state must not carry over between `real` and `demo`.
  const market = spotMarket(useMarkets(), fields.get('symbol'));
  return market === undefined ? <NoMarket /> : <LiteTrade key={`${scope} ${market.symbol}`} market={market} />;
}

function NoMarket() {
  const text = useText();
  const [fields] = useSearchParams();
  const action = (
    <Link className={buttonClass({ size: 'small' })} to={MARKET_PATH}>
      {text('spot.lite.market.action')}
    </Link>
  );
  return (
    <div className="middle">
      <Empty
        title={text('spot.lite.market.title', { symbol: fields.get('symbol') ?? '' })}
        text={text('spot.lite.market.text')}
        action={action}
      />
    </div>
  );
}

function Loading() {
  return (
    <div className="flex h-full flex-col gap-3 px-gutter pt-2 pb-4">
      <Skeleton className="h-10 rounded-control" />
      <Skeleton className="mt-8 h-16 w-1/2" />
      <Skeleton className="mt-8 h-8 w-full" />
      <Skeleton className="mt-auto h-13 rounded-control" />
    </div>
  );
}
