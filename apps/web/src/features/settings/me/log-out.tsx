import { logout } from '@app/protocol/auth';
import { Button, Sheet } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { HOME_PATH } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { call } from '../../../data/call/call.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { endSession } from '../../../data/session/session.ts';
import { useSheet } from '../../../lib/use-sheet.ts';

const PATIENCE_MS = 3_000;

const afterAWhile = () => new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));

/** Deletes the session on the device even if the server cannot be reached, and does not wait long for it. */
function useLogOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useSubmit({
    mutationFn: () => Promise.race([call(logout, {}).catch(() => undefined), afterAWhile()]),
    onSuccess: async () => {
      await navigate(HOME_PATH, { replace: true });
      endSession();
      queryClient.clear();
    },
  });
}

export function LogOut() {
  const text = useText();
  const sheet = useSheet('log-out');
  const logOut = useLogOut();
  return (
    <div className="mt-3 px-gutter pb-6">
      <Button tone="ghost" wide className="text-ink-2" onClick={sheet.open}>
        {text('settings.log_out')}
      </Button>
      <Sheet
        open={sheet.isOpen}
        onClose={sheet.close}
        title={text('settings.log_out.ask')}
        closeLabel={text('system.close')}
      >
        <div className="mt-2 grid grid-cols-2 gap-3">
          <Button onClick={sheet.close}>{text('settings.log_out.stay')}</Button>
          <Button tone="danger" busy={logOut.isPending} onClick={() => logOut.mutate()}>
            {text('settings.log_out')}
          </Button>
        </div>
      </Sheet>
    </div>
  );
}
