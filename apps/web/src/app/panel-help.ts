import type { PanelHelp } from '@app/ui';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ContextType, useMemo } from 'react';
import { useText } from '../data/app/texts.ts';
import { CallRefused } from '../data/call/call-refused.ts';
import { describeFailure } from '../data/call/describe-failure.ts';
import { forgetFailedParts } from '../lib/lazy-once.ts';

/**
 * Returns the help of a panel. A product that is closed where the user lives is not a failure, and a retry would not
 * open it.
 */
export function usePanelHelp(): ContextType<typeof PanelHelp> {
  const text = useText();
  const { reset } = useQueryErrorResetBoundary();
  return useMemo(() => {
    const describe = (error: unknown) => {
      if (error instanceof CallRefused && error.code === 'feature_unavailable')
        return { title: text('system.region.title'), text: text('system.region.text'), retry: undefined };
      return { title: text('system.load.failed'), text: describeFailure(error, text), retry: text('system.retry') };
    };
    const forget = () => {
      forgetFailedParts();
      reset();
    };
    return { describe, reset: forget };
  }, [text, reset]);
}
