import { changePercent } from '@app/domain/market';
import { ActionSheet, ChangeText, Icon, IconButton, NavBar } from '@app/ui';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { Slot } from '../../../data/app/slots.tsx';
import { useText } from '../../../data/app/texts.ts';
import { type MarketInfo, useMarketsSoFar } from '../../../data/market/markets.ts';
import { useQuote } from '../../../data/market/use-quotes.ts';
import { useAfterClosing } from '../../../lib/use-after-closing.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { spotMarket } from './spot-market.ts';
import { useOnFirstLine } from './use-on-first-line.ts';

/** Renders the market's symbol and daily change, with favourite, chart and the overflow menu. */
export function SpotBar() {
  const text = useText();
  return <NavBar title={<Pair fallback={text('spot.title')} />} end={<Ends />} />;
}

const useSpotMarket = () => {
  const [fields] = useSearchParams();
  return spotMarket(useMarketsSoFar(), fields.get('symbol'));
};

function Pair({ fallback }: { fallback: string }) {
  const navigate = useNavigate();
  const market = useSpotMarket();
  if (market === undefined) return fallback;
  const go = (symbol: string) => void navigate(`?${new URLSearchParams({ symbol })}`, { replace: true });
  return (
    <span className="spot-title">
      <Slot name="market.pair" symbol={market.symbol} product="spot" onChoose={go} loading={market.symbol} />
      <Change market={market} />
    </span>
  );
}

/** Shows the daily change where there is enough space. */
function Change({ market }: { market: MarketInfo }) {
  const quote = useQuote(market.symbol);
  const { container, isBeside } = useOnFirstLine();
  return (
    <span ref={container} className={isBeside ? 'spot-title__change' : 'spot-title__change invisible'}>
      {quote !== undefined && <ChangeText ratio={changePercent(quote.open, quote.price)} />}
    </span>
  );
}

function Ends() {
  const text = useText();
  const market = useSpotMarket();
  if (market === undefined) return null;
  const { symbol } = market;
  return (
    <>
      <Slot name="market.star" symbol={symbol} loading={<span className="iconbtn" />} />
      <Link
        className="iconbtn"
        to={`/pages/transaction/index?${new URLSearchParams({ symbol })}`}
        aria-label={text('spot.chart', { symbol })}
      >
        <Icon name="candle" />
      </Link>
      <More symbol={symbol} />
    </>
  );
}

/** Renders the menu of links that do not fit on the page. */
function More({ symbol }: { symbol: string }) {
  const text = useText();
  const navigate = useNavigate();
  const sheet = useSheet('spot-more');
  const afterwards = useAfterClosing(sheet.isOpen);
  const links = [
    {
      label: text('spot.more.lite'),
      icon: 'convert',
      to: `/pages/transaction/currency2?${new URLSearchParams({ symbol })}`,
    },
    { label: text('spot.more.orders'), icon: 'list', to: '/pages/transaction/currency_order' },
    { label: text('spot.more.transfer'), icon: 'transfer', to: '/pages/fund/transfer?to=exchange' },
    { label: text('spot.more.guide'), icon: 'learn', to: `?${new URLSearchParams({ symbol, guide: '1' })}` },
  ] as const;
  return (
    <>
      <IconButton label={text('spot.more')} aria-haspopup="dialog" onClick={sheet.open}>
        <Icon name="more" />
      </IconButton>
      <ActionSheet
        open={sheet.isOpen}
        onClose={sheet.close}
        title={symbol}
        closeLabel={text('system.close')}
        actions={links.map(({ label, icon, to }) => ({ label, icon, run: afterwards(() => navigate(to)) }))}
      />
    </>
  );
}
