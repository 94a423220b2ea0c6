import { buttonClass, Empty, FrameName, NavBar, Page, Panel } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useContext } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { MARKET_PATH } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { beginMarkets, marketsQuery, useMarkets } from '../../../data/market/markets.ts';
import { storage } from '../../../lib/storage.ts';
import { beginCandles } from './candles.ts';
import { keptChartChoices } from './chart-choices.ts';
import ChartPair from './chart-pair-panel.tsx';
import { ChartShare } from './chart-share.tsx';
import ChartStar from './chart-star-panel.tsx';
import { ChartLoading, ChartView } from './chart-view.tsx';

beginAhead();

/** Starts loading in parallel with the chart library, before React has rendered anything. */
function beginAhead(): void {
  beginMarkets();
  const symbol = new URLSearchParams(location.hash.split('?')[1]).get('symbol');
  if (symbol !== null) beginCandles(symbol, keptChartChoices(storage).period);
}

/** /pages/transaction/index?symbol=BTC/USDT&mode=spot|contract */
export default function ChartScreen() {
  const [fields] = useSearchParams();
  return (
    <Page bar={<Bar symbol={fields.get('symbol')} />}>
      <Panel loading={<ChartLoading />}>
        <Market symbol={fields.get('symbol')} />
      </Panel>
    </Page>
  );
}

function Bar({ symbol }: { symbol: string | null }) {
  const text = useText();
  const name = useContext(FrameName);
  const navigate = useNavigate();
  const [fields] = useSearchParams();
  const mode = fields.get('mode');
  const isListed = useQuery(marketsQuery).data?.list.some((it) => it.symbol === symbol) ?? true;
  const back = { label: text('system.back'), go: useBack() };
  const go = useCallback(
    (chosen: string) =>
      void navigate(`?${new URLSearchParams({ symbol: chosen, ...(mode !== null && { mode }) })}`, { replace: true }),
    [navigate, mode],
  );
  if (symbol === null) return <NavBar title={text('market.chart.title')} back={back} />;
  const title = (
    <h1>
      <title>{`${symbol} · ${name ?? ''}`}</title>
      <ChartPair symbol={symbol} onChoose={go} />
    </h1>
  );
  const end = isListed && (
    <>
      <ChartStar symbol={symbol} />
      <ChartShare symbol={symbol} />
    </>
  );
  return <NavBar {...{ title, back, end }} />;
}

function Market({ symbol }: { symbol: string | null }) {
  const text = useText();
  const markets = useMarkets();
  const market = markets.find((it) => it.symbol === symbol);
  if (market !== undefined) return <ChartView market={market} />;
  const [first] = markets;
  if (symbol === null && first !== undefined)
    return <Navigate to={`?${new URLSearchParams({ symbol: first.symbol })}`} replace />;
  const action = (
    <Link className={buttonClass({ size: 'small' })} to={MARKET_PATH}>
      {text('market.chart.unknown.action')}
    </Link>
  );
  return (
    <div className="middle">
      <Empty
        title={text('market.chart.unknown.title', { symbol: symbol ?? '' })}
        text={text('market.chart.unknown.text')}
        action={action}
      />
    </div>
  );
}
