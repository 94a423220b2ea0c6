import { type DualTerms, settleDual } from '@app/domain/invest';
import { type Amount, formatPlaces, groupDigits, multiply, type Price, parseDecimal } from '@app/money';
import { buttonClass, ChipGroup, Facts, NavBar, Note, Page, Tag } from '@app/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { MARKET_PATH } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';

/** Figures of the example, invented for it; the result is computed by the rule that will settle the product. */
const EXAMPLE: DualTerms = {
  investment: parseDecimal('0.1'),
  linkedPrice: parseDecimal('60000'),
  days: 7,
  apr: parseDecimal('0.2'),
};
const PRICES = ['54000', '60000', '66000'] as const;
type Settled = (typeof PRICES)[number];

const QUESTIONS = ['loss', 'early', 'price'] as const;

/** /pages/invest/help */
export default function HelpScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack() };
  return (
    <Page bar={<NavBar title={text('invest.help.title')} back={back} />}>
      <div className="px-gutter pt-2 pb-6">
        <p className="mb-3">
          <Tag>{text('system.coming.tag')}</Tag>
        </p>
        <Note icon="info">{text('invest.help.soon')}</Note>
        <h2 className="mt-6 text-title">{text('invest.help.rule')}</h2>
        <p className="mt-2 text-ink-2">{text('invest.help.rule.text')}</p>
        <ul className="mt-3 grid list-disc gap-2 pl-5 text-ink-2 marker:text-ink-3">
          <li>{text('invest.help.rule.below')}</li>
          <li>{text('invest.help.rule.above')}</li>
        </ul>
        <Example />
        <h2 className="mt-6 text-title">{text('invest.help.questions')}</h2>
        <dl className="mt-2 grid gap-4">
          {QUESTIONS.map((question) => (
            <div key={question}>
              <dt className="font-semibold">{text(`invest.help.${question}`)}</dt>
              <dd className="mt-1 text-ink-2">{text(`invest.help.${question}.text`)}</dd>
            </div>
          ))}
        </dl>
        <Link className={`${buttonClass({ wide: true })} mt-6`} to={MARKET_PATH}>
          {text('system.coming.action')}
        </Link>
      </div>
    </Page>
  );
}

const usdt = (amount: Amount) => `${groupDigits(formatPlaces(amount, 2, 'down'))} USDT`;
const btc = (amount: Amount) => `${formatPlaces(amount, 8, 'down')} BTC`;

/** Settles the example at a price the reader chooses, beside what merely holding would be worth. */
function Example() {
  const text = useText();
  const [settled, setSettled] = useState<Settled>('54000');
  const price = parseDecimal<Price>(settled);
  const { paidIn, amount } = settleDual(EXAMPLE, price);
  const worth = paidIn === 'usdt' ? amount : multiply(amount, price, 'down');
  return (
    <section className="card mt-6">
      <h2 className="text-title">{text('invest.help.example')}</h2>
      <p className="mt-1 text-label text-ink-2">{text('invest.help.example.text')}</p>
      <p className="mt-4 mb-2 text-label text-ink-3">{text('invest.help.settled')}</p>
      <ChipGroup
        label={text('invest.help.settled')}
        chips={PRICES.map((value) => ({ value, label: groupDigits(value) }))}
        value={settled}
        onChange={setSettled}
      />
      <div className="mt-3" aria-live="polite">
        <Facts
          facts={[
            [text('invest.help.paid'), paidIn === 'coin' ? btc(amount) : usdt(amount)],
            [text('invest.help.worth'), usdt(worth)],
            [text('invest.help.held'), usdt(multiply(EXAMPLE.investment, price, 'down'))],
          ]}
        />
      </div>
    </section>
  );
}
