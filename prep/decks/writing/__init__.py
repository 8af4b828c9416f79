"""Cards written and changed in place: new ids, copies, renewed months; no other byte moves."""
