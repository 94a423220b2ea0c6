import type { Output } from '@app/protocol';
import { editNickname, editSignature, setCountry, uploadHeadPortrait, userInfo } from '@app/protocol/auth';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../data/call/call.ts';
import { upload } from '../../../data/call/upload.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { keepUser, useSession, useSessionScope } from '../../../data/session/session.ts';
import type { ProfileField } from './profile-field.ts';

const profileQuery = (scope: string) =>
  queryOptions({
    queryKey: ['settings', 'profile', scope],
    queryFn: async ({ signal }) => {
      const user = await call(userInfo, {}, { signal });
      keepUser(user);
      return user;
    },
  });

export const useProfile = () => useQuery(profileQuery(useSessionScope()));

/** Stores the updated profile that every change returns, so that all views update at once. */
function useKeepProfile() {
  const queryClient = useQueryClient();
  const { queryKey } = profileQuery(useSessionScope());
  return (user: Output<typeof userInfo>) => {
    if (String(user.id) !== useSession.getState().user?.id) return; // Another user logged in meanwhile.
    queryClient.setQueryData(queryKey, user);
    keepUser(user);
  };
}

export function useSaveField(field: ProfileField) {
  const keep = useKeepProfile();
  return useSubmit({
    mutationFn: (value: string) =>
      field === 'nickname' ? call(editNickname, { nickname: value }) : call(editSignature, { signature: value }),
    onSuccess: keep,
  });
}

/** Saves the country, once: after that only a verified identity changes it. */
export function useSaveCountry() {
  const queryClient = useQueryClient();
  const { queryKey } = profileQuery(useSessionScope());
  return useSubmit({
    mutationFn: (country: string) => call(setCountry, { country }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  });
}

/** Uploads a picture and sets it as portrait; without one, removes the portrait. */
export function useSavePortrait(onProgress: (percent: number) => void) {
  const keep = useKeepProfile();
  return useSubmit({
    mutationFn: async (picture: File | undefined) => {
      const stored = picture === undefined ? '' : await upload(picture, { purpose: 'avatar', onProgress });
      return await call(uploadHeadPortrait, { head_portrait: stored });
    },
    onSuccess: keep,
  });
}
