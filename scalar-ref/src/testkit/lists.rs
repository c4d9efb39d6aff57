//! What a query writes into a list, as its answer.

/// The list that a query fills, or why it was refused.
///
/// # Errors
/// Those of the query.
pub fn listed<T, E>(query: impl FnOnce(&mut Vec<T>) -> Result<(), E>) -> Result<Vec<T>, E> {
    let mut list = Vec::new();
    query(&mut list)?;
    Ok(list)
}
