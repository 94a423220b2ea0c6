import { showToast } from '@app/ui';
import { type ComponentType, useEffect, useState } from 'react';
import { loadTexts, useText } from '../data/app/texts.ts';
import { useStepUp } from '../data/session/step-up-question.ts';

const fetchHost = async () => {
  const [{ StepUpHost }] = await Promise.all([
    import('../features/auth/step-up/step-up-host.tsx'),
    loadTexts(['security']),
  ]);
  return StepUpHost;
};

/** Asks the user for a step-up proof; its code is fetched with the first request. */
export function StepUp() {
  const text = useText();
  const request = useStepUp((state) => state.request);
  const [Host, setHost] = useState<ComponentType>();
  const isMissing = request !== undefined && Host === undefined;
  useEffect(() => {
    if (!isMissing) return;
    fetchHost().then(
      (host) => setHost(() => host),
      () => {
        showToast(text('system.load.offline'), 'error');
        useStepUp.getState().request?.givenUp();
      },
    );
  }, [isMissing, text]);
  return Host === undefined ? null : <Host />;
}
