// The evening on a phone in a bar: see kept.js for what is kept, sending.js for how it gets away.

import * as boards from "./boards.js";
import * as ended from "./ended.js";
import * as forms from "./forms.js";
import * as kept from "./kept.js";
import * as lineUp from "./line_up.js";
import * as sending from "./sending.js";
import * as state from "./state.js";
import * as worker from "./worker.js";

if (kept.isSomebody) {
  kept.tidy();
  if (!document.documentElement.dataset.kept) kept.clockSet(document.body.dataset.now);
  forms.start();
  boards.start();
  ended.start();
  lineUp.start();
  // The page asks now and then how things stand: that tells of coverage too.
  document.addEventListener("htmx:sendError", sending.heardOffline);
  document.addEventListener("htmx:timeout", sending.heardOffline);
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!event.detail.successful) return;
    sending.heardOnline();
    if (!kept.waiting()) forms.freshen();
  });
  document.addEventListener("htmx:responseError", (event) => {
    if (event.detail.xhr.status === 401) sending.heardSignedOut();
  });
  if (!navigator.onLine) sending.heardOffline();
  state.show();
  sending.flush();
  worker.start();
}
