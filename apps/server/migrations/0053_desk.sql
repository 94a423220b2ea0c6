-- The back office shows which processes hold their leases: when each was last renewed, and by whom.
grant select on lease to admin;
