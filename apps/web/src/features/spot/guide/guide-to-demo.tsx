import { Dialog, showToast } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useChangeMode } from '../../../data/session/change-mode.ts';
import { useGuideFromAddress } from './guide-state.ts';

/** Confirms the switch from real to demo mode, which never happens without the user's consent. */
export function GuideToDemo() {
  const text = useText();
  const { end } = useGuideFromAddress();
  const { mutate, isPending } = useChangeMode();
  const go = () => mutate('demo', { onError: (error) => showToast(describeFailure(error, text), 'error') });
  return (
    <Dialog
      open
      title={text('spot.guide.real.title')}
      safe={{ label: text('spot.guide.real.stay'), go: end }}
      act={{ label: text('spot.guide.real.go'), go, busy: isPending }}
    >
      {text('spot.guide.real.text')}
    </Dialog>
  );
}
