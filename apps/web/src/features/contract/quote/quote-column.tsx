import { contractMarketOf } from '@app/client/contract';
import { quoteAround } from '@app/domain/contract';
import { type Price, type Rate, showPercent } from '@app/money';
import { CountdownText, Icon, Level } from '@app/ui';
import { memo, type ReactNode } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { serverNow, useCountdown } from '../../../data/call/server-clock.ts';
import { useSeenQuote } from '../../../data/market/calm-quotes.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useAccountFigures } from '../position/use-position.ts';
import { moneyText, UNKNOWN } from '../positions/deal-texts.ts';
import type { MarketRules } from '../terms/rules-query.ts';
import { priceText, rateText } from '../trade/contract-texts.ts';
import { QuoteSpark } from './quote-spark.tsx';
import { AS_POSTED, gaugePercent, riskLevel } from './risk-level.ts';

type Props = { market: MarketInfo; rules: MarketRules };

/** Shows the platform's prices beside the form, what holding costs, and the user's account. */
export function QuoteColumn({ market, rules }: Props) {
  return (
    <aside className="quote">
      <Prices market={market} rules={rules} />
      <dl className="facts facts--dense quote__facts">
        <MarketFacts market={market} rules={rules} />
        <AccountFacts />
      </dl>
    </aside>
  );
}

/** Returns ask and bid around the price of now. */
function useContractQuote(symbol: string, rules: MarketRules) {
  const index = useSeenQuote(symbol)?.price;
  return index && { index, ...quoteAround(index, contractMarketOf(rules), rules.spread_rate) };
}

function Prices({ market, rules }: Props) {
  const text = useText();
  const quote = useContractQuote(market.symbol, rules);
  return (
    <>
      <PriceLine label={text('contract.buy')} tone="up" price={quote?.ask} market={market} />
      <Spark symbol={market.symbol} />
      <PriceLine label={text('contract.sell')} tone="down" price={quote?.bid} market={market} />
    </>
  );
}

/** Prices render around it, and it follows them by itself. */
const Spark = memo(QuoteSpark);

type PriceLineProps = { label: string; tone: 'up' | 'down'; price: Price | undefined; market: MarketInfo };

const PriceLine = ({ label, tone, price, market }: PriceLineProps) => (
  <div className="quote__price">
    <span>{label}</span>
    <b className={tone === 'up' ? 'text-(--up)' : 'text-(--down)'}>{priceText(price, market)}</b>
  </div>
);

/** Lists index, spread, and the overnight fee with the time until its next charge. */
export function MarketFacts({ market, rules }: Props) {
  const text = useText();
  return (
    <>
      <Fact label={text('contract.index')}>
        <IndexPrice market={market} />
      </Fact>
      <Fact label={text('contract.spread')}>{rateText((rules.spread_rate * 2n) as Rate)}</Fact>
      <Fact label={text('contract.overnight')}>{rateText(rules.overnight_rate)}</Fact>
      <Fact label={text('contract.overnight.next')}>
        <NextCharge />
      </Fact>
    </>
  );
}

const IndexPrice = ({ market }: Pick<Props, 'market'>) => priceText(useSeenQuote(market.symbol)?.price, market);

const DAY_MS = 86_400_000;

/** Counts down to 00:00 UTC, when the overnight fee is charged. */
function NextCharge() {
  const now = serverNow();
  const leftMs = useCountdown(now - (now % DAY_MS) + DAY_MS, 1_000);
  return <CountdownText remainingMs={leftMs} />;
}

/** Lists what the account has, and how much of its margin is left: a rate, its name and a gauge. */
function AccountFacts() {
  const text = useText();
  const account = useAccountFigures();
  return (
    <>
      <Fact label={text('contract.equity')}>{moneyText(account?.equity)}</Fact>
      <Fact label={text('contract.available')}>{moneyText(account?.available)}</Fact>
      <Fact label={text('contract.riskrate')}>
        <RiskRate risk={account?.risk} />
      </Fact>
      {account?.risk !== undefined && <RiskGauge risk={account.risk} />}
    </>
  );
}

const TONES = { calm: 'ok', tight: 'warn', danger: 'danger' } as const;

/** Shows the risk rate, with a sign that differs by its level and not by colour alone. */
export function RiskRate({ risk }: { risk: Rate | undefined }) {
  if (risk === undefined) return UNKNOWN;
  const level = riskLevel(risk);
  return (
    <span className={`risk risk--${level}`}>
      <Icon name={level === 'calm' ? 'check' : 'warn'} size={12} />
      {showPercent(risk).replace('+', '')}
    </span>
  );
}

/** Renders the gauge of the account: its mark is the margin as posted. */
export function RiskGauge({ risk }: { risk: Rate }) {
  const text = useText();
  const level = riskLevel(risk);
  const label = `${text('contract.riskrate')}: ${text(`contract.risk.${level}`)}`;
  return (
    <div className="risk__gauge">
      <Level label={label} percent={gaugePercent(risk)} tone={TONES[level]} marks={[AS_POSTED]} />
    </div>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
