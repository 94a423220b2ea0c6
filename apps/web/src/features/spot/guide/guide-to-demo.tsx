import { Dialog, showToast } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useDemoQuestion } from '../../../data/session/demo-guide.ts';

/** Confirms the switch from real to demo mode. */
export function GuideToDemo() {
  const text = useText();
  const texts = {
    title: text('spot.guide.real.title'),
    stay: text('spot.guide.real.stay'),
    go: text('spot.guide.real.go'),
  };
  const question = useDemoQuestion(texts, (error) => showToast(describeFailure(error, text), 'error'));
  return <Dialog {...question}>{text('spot.guide.real.text')}</Dialog>;
}
