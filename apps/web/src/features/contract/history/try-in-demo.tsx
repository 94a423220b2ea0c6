import { sideOf } from '@app/client/contract';
import { Button, buttonClass, showToast } from '@app/ui';
import { Link, useNavigate } from 'react-router';
import type { EndedDeal } from '../../../data/account/deals.ts';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useChangeMode } from '../../../data/session/change-mode.ts';
import { useContractMode } from '../terms/rules-query.ts';

type Props = { deal: EndedDeal; leverage: number };

/** Offers the same trade with less leverage and practice money; the form shows it and waits for the user. */
export function TryInDemo({ deal, leverage }: Props) {
  const text = useText();
  const navigate = useNavigate();
  const isDemo = useContractMode() === 'demo';
  const { mutate, isPending } = useChangeMode();
  const fields = { symbol: deal.symbol, side: sideOf(deal), leverage: String(leverage) };
  const address = `/pages/transaction/contract?${new URLSearchParams(fields)}`;
  if (isDemo)
    return (
      <Link className={buttonClass({ wide: true })} to={address}>
        {text('deals.try', { leverage })}
      </Link>
    );
  const go = () =>
    mutate('demo', {
      onSuccess: () => void navigate(address),
      onError: (error) => showToast(describeFailure(error, text), 'error'),
    });
  return (
    <Button wide busy={isPending} onClick={go}>
      {text('deals.try.demo', { leverage })}
    </Button>
  );
}
