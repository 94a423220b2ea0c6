import type { Output } from '@app/protocol';
import type { convert } from '@app/protocol/convert';
import { amountForSpeech, Button, buttonClass, Facts, Icon } from '@app/ui';
import { Link } from 'react-router';
import { conversionsPath, showRate } from '../../data/account/conversions.ts';
import { useLocale, useText } from '../../data/app/texts.ts';

type Props = { result: Output<typeof convert>; onAnother: () => void; onDone: () => void };

/** Shows a conversion as a receipt that anybody can recompute. */
export function ConvertResult({ result, onAnother, onDone }: Props) {
  const text = useText();
  const time = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });
  const { id, from, to, number, received, rate, at } = result;
  return (
    <section className="px-gutter pt-6 pb-4" aria-live="polite">
      <div className="flex flex-col items-center gap-3 text-center">
        <span className="receipt__seal">
          <Icon name="check" />
        </span>
        <p className="text-label text-ink-2">{text('convert.done')}</p>
        <p className="text-hero break-all">
          {amountForSpeech(received)} {to.currency}
        </p>
      </div>
      <div className="mt-6">
        <Facts
          facts={[
            [text('convert.give'), `${amountForSpeech(number)} ${from.currency}`],
            [text('convert.rate.name'), text('convert.rate', showRate(from.currency, to.currency, rate))],
            [text('convert.after', { currency: from.currency }), amountForSpeech(from.available)],
            [text('convert.after', { currency: to.currency }), amountForSpeech(to.available)],
            [text('wallet.transfers.time'), time.format(at)],
            [
              text('wallet.receipt.id'),
              <Link key="id" className="hit text-brand" to={conversionsPath(id)}>
                {String(id)}
              </Link>,
            ],
          ]}
        />
      </div>
      <Link className={`mt-4 gap-2 ${buttonClass({ wide: true })}`} to={`/pages/plus/verify?id=${id}`}>
        <Icon name="hash" size={20} />
        {text('convert.verify')}
      </Link>
      <div className="mt-3 grid grid-cols-2 gap-3">
        <Button onClick={onAnother}>{text('convert.another')}</Button>
        <Button tone="primary" onClick={onDone}>
          {text('wallet.receipt.done')}
        </Button>
      </div>
    </section>
  );
}
