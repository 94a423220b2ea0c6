-- Texts to phones wait beside mails and leave the same way, each by a transport of its own.
alter table mail_job rename to message_job;
alter table message_job add column channel text not null default 'mail' check (channel in ('mail', 'sms'));
alter index mail_job_by_age rename to message_job_by_age;
-- What waits for one transport must not be read past by the other.
drop index mail_job_by_due_time;
create index message_job_by_due_time on message_job (channel, due_at) where sent_at is null and refused_at is null;
grant insert (channel) on message_job to app, worker;
