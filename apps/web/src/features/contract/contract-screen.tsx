import { buttonClass, Empty, NavBar, Note, Page, Panel, RiskBanner, SkeletonChart } from '@app/ui';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useIsTraded } from '../../data/app/open-lists.ts';
import { MARKET_PATH } from '../../data/app/return-address.ts';
import { Slot } from '../../data/app/slots.tsx';
import { useText } from '../../data/app/texts.ts';
import { useMarkets, useMarketsSoFar } from '../../data/market/markets.ts';
import { contractMarket } from './contract-market.ts';

/** /pages/transaction/contract?symbol=BTC/USDT: shows the market until contracts can be traded. */
export default function ContractScreen() {
  return (
    <Page bar={<NavBar title={<Title />} />}>
      <Panel loading={<SkeletonChart height={280} />}>
        <Content />
      </Panel>
    </Page>
  );
}

/** Returns the product whose markets the page shows: spot markets while contracts are closed. */
const useShownProduct = () => (useIsTraded()('contract') ? 'contract' : 'spot');

const useContractMarket = () => {
  const [fields] = useSearchParams();
  return contractMarket(useMarkets(), fields.get('symbol'), useShownProduct());
};

/** Shows the market's name as the page title and opens the market picker. */
function Title() {
  const text = useText();
  const title = text('contract.title');
  const navigate = useNavigate();
  const [fields] = useSearchParams();
  const product = useShownProduct();
  const market = contractMarket(useMarketsSoFar(), fields.get('symbol'), product);
  if (market === undefined) return title;
  const go = (symbol: string) => void navigate(`?${new URLSearchParams({ symbol })}`, { replace: true });
  return <Slot name="market.pair" symbol={market.symbol} product={product} onChoose={go} loading={market.symbol} />;
}

function Content() {
  const text = useText();
  const market = useContractMarket();
  if (market === undefined) return <NoMarket />;
  return (
    <div className="flex h-full flex-col">
      <Slot
        name="market.quote"
        symbol={market.symbol}
        loading={<div className="h-29 [@media(max-height:479px)]:h-7" />}
      />
      <div className="flex min-h-60 flex-1 flex-col max-[299px]:min-h-fit [@media(max-height:479px)]:min-h-fit">
        <Slot name="market.chart" symbol={market.symbol} loading={<SkeletonChart height={280} />} />
      </div>
      <div className="grid flex-none gap-2 px-gutter py-2">
        <Note icon="info">{text('contract.coming')}</Note>
        <Link
          className={buttonClass({ tone: 'primary', wide: true })}
          to={`/pages/transaction/currency?${new URLSearchParams({ symbol: market.symbol })}`}
        >
          {text('contract.spot', { coin: market.base })}
        </Link>
      </div>
      <RiskBanner>{text('contract.risk')}</RiskBanner>
    </div>
  );
}

/** Links from an unknown market to the available ones, and to the market list when no contract is listed. */
function NoMarket() {
  const text = useText();
  const [fields] = useSearchParams();
  const wanted = fields.get('symbol');
  const why = wanted === null ? 'none' : 'unknown';
  const action = (
    <Link
      className={buttonClass({ size: 'small' })}
      to={wanted === null ? MARKET_PATH : '/pages/transaction/contract'}
      replace={wanted !== null}
    >
      {text(`contract.${why}.action`)}
    </Link>
  );
  return (
    <div className="middle">
      <Empty
        title={text(`contract.${why}.title`, { symbol: wanted ?? '' })}
        text={text(`contract.${why}.text`)}
        action={action}
      />
    </div>
  );
}
