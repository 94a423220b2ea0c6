import { CoinIcon, Facts, Tag } from '@app/ui';
import type { ContractReceipt } from '@app/verifier';
import { useText } from '../../../data/app/texts.ts';
import { type Format, factsOf, sentenceOf, tagsOf } from './contract-facts.ts';

type Props = { receipt: ContractReceipt; format: Format };

/** Says in one sentence what happened, and shows every figure of the receipt. */
export function ContractCard({ receipt, format }: Props) {
  const text = useText();
  const { claim, outcome, issued } = receipt;
  const [base = ''] = claim.symbol.split('/');
  return (
    <section className="mx-gutter mt-4 rounded-card bg-s1 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <CoinIcon code={base} size={24} />
        {tagsOf(receipt, text).map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
        {issued.body.book === 'demo' && <Tag>{text('proof.receipt.demo')}</Tag>}
      </div>
      <p className="mt-2 mb-3 text-body wrap-anywhere">{sentenceOf(receipt, format, text)}</p>
      <Facts facts={factsOf(outcome, format, text)} />
    </section>
  );
}
