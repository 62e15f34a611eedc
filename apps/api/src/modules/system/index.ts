import { api } from '@dukkan/contract';
import { createDownloadTicket } from '../../core/secret/tickets.ts';
import { serve } from '../../http/serve.ts';
import * as audit from './audit.service.ts';
import * as demo from './demo.service.ts';
import * as job from './job.service.ts';
import * as mailTemplate from './mail-template.service.ts';
import { searchEverything } from './search.service.ts';
import * as view from './view.service.ts';

/** Endpoints of the system itself, which belong to no noun. */
export const routes = [
  ...serve(api.system, { ticket: createDownloadTicket, search: searchEverything }),
  ...serve(api.audit, audit),
  ...serve(api.job, { list: job.list, retry: job.retryJob, drop: job.dropJob }),
  ...serve(api.mailTemplate, {
    overview: mailTemplate.listMailTemplates,
    show: mailTemplate.showMailTemplate,
    save: mailTemplate.saveMailTemplate,
    reset: mailTemplate.resetMailTemplate,
    preview: mailTemplate.previewMail,
    test: mailTemplate.sendTestMail,
  }),
  ...serve(api.view, view),
  ...serve(api.demo, { accounts: demo.listDemoAccounts, mailbox: demo.listDemoMessages }),
];
